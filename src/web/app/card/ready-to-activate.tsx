// A new card, opened by a visitor who is not signed in.
import { useLocation } from "react-router"
import { loginPath, signupPath } from "../../session/return-path.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { TextLink } from "../../ui/text-link.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { CardPicture } from "./card-picture.tsx"

export function ReadyToActivate() {
  const { pathname } = useLocation()
  return (
    <NarrowPage
      title="Ready to Activate"
      intro="This card is new. Sign in to link it to your profile: from then on, whoever taps it sees your page."
      below={
        <span className="block text-balance">
          No profile yet? <TextLink href={signupPath(pathname)}>Sign up</TextLink>. You come back to this card.
        </span>
      }
    >
      <CardPicture look="tapped" />
      <ButtonLink href={loginPath(pathname)} size="lg" className="mt-6 w-full">
        Login to Activate
      </ButtonLink>
    </NarrowPage>
  )
}
