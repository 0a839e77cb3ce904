// The card page while it loads or activates.
import type { ReactNode } from "react"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { CardPicture } from "./card-picture.tsx"

export function Waiting({ children }: { children: ReactNode }) {
  return (
    <NarrowPage
      title="Card Activation"
      intro={
        // As high as the next state, so that the card does not move.
        <span role="status" className="flex min-h-[3.2rem] items-start gap-3">
          <Spinner className="mt-1" />
          {children}
        </span>
      }
    >
      <CardPicture look="tapped" />
    </NarrowPage>
  )
}
