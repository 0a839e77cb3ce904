// A card that was reported lost: its holder learns only that it is not in use.
import { CARD } from "../../../domain/messages.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { CardPicture } from "./card-picture.tsx"

export function NotInUse() {
  return (
    <NarrowPage title={CARD.notInUse}>
      <CardPicture look="tapped" />
      <ButtonLink href="/" size="lg" className="mt-6 w-full">
        Go Home
      </ButtonLink>
    </NarrowPage>
  )
}
