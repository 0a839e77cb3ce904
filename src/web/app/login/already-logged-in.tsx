// For members on the pages for signing in and up. What brought them here, such as a tapped card, comes first.
import { useLocation } from "react-router"
import { cameFrom, isCardPath } from "../../session/return-path.ts"
import { ButtonLink } from "../../ui/text-link.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { RefusedLink } from "./refused-link.tsx"

export function AlreadyLoggedIn() {
  const { search } = useLocation()
  const from = cameFrom(search)
  return (
    <NarrowPage title="Already Logged In" intro="You're signed in on this device.">
      <RefusedLink />
      <div className="flex flex-col gap-3">
        {from !== null && (
          <ButtonLink href={from}>{isCardPath(from) ? "Activate my card" : "Back to where I was"}</ButtonLink>
        )}
        <ButtonLink href="/" variant={from === null ? "primary" : "secondary"}>
          Go to Home
        </ButtonLink>
        <ButtonLink href="/edit-profile" variant="secondary">
          Edit Profile
        </ButtonLink>
      </div>
    </NarrowPage>
  )
}
