// The card page while something is being found out or done.
import type { ReactNode } from "react"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { CardPicture } from "./card-picture.tsx"

export function Waiting({ children }: { children: ReactNode }) {
  return (
    <NarrowPage
      title="Card Activation"
      intro={
        // As high as what follows, so that the card stays where it is.
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
