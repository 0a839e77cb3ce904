// For members on the pages for signing in and up.
import { ButtonLink } from "../../ui/text-link.tsx"
import { NarrowPage } from "../narrow-page.tsx"

export const AlreadyLoggedIn = () => (
  <NarrowPage title="Already Logged In" intro="You're signed in on this device.">
    <div className="flex flex-col gap-3">
      <ButtonLink href="/">Go to Home</ButtonLink>
      <ButtonLink href="/edit-profile" variant="secondary">
        Edit Profile
      </ButtonLink>
    </div>
  </NarrowPage>
)
