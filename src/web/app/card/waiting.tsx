// The card page while something is being found out or done.
import type { ReactNode } from "react"
import { Spinner } from "../../ui/spinner.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { CardPicture } from "./card-picture.tsx"

export function Waiting({ children }: { children: ReactNode }) {
  return (
    <NarrowPage title="Card Activation">
      <CardPicture look="tapped" />
      <p role="status" className="mt-6 flex items-center justify-center gap-3 text-ink-soft">
        <Spinner />
        {children}
      </p>
    </NarrowPage>
  )
}
