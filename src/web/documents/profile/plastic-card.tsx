// A picture of the plastic card on a ground of its own.
import type { ReactNode } from "react"
import { Mark } from "../../layout/mark.tsx"
import { classNames } from "../../ui/class-names.ts"
import { NfcWaves } from "../../ui/nfc-waves.tsx"

interface PlasticCardProps {
  /** its colors; by default it is only an outline: a card that leads nowhere */
  look?: string
  /** a badge at its corner */
  children?: ReactNode
}

export const PlasticCard = ({ look = "border-line-strong text-ink-soft *:opacity-60", children }: PlasticCardProps) => (
  <div aria-hidden="true" className="grid place-items-center overflow-clip rounded-2xl bg-well py-8 sm:py-9">
    <div className="relative -rotate-3">
      <div className={classNames("flex h-32 w-51 flex-col justify-between rounded-2xl border p-4", look)}>
        <div className="flex items-start justify-between">
          <Mark className="size-7" />
          <NfcWaves className="size-8" />
        </div>
        <div className="flex flex-col gap-2">
          <span className="h-2.5 w-24 rounded-full bg-current" />
          <span className="h-2 w-16 rounded-full bg-current opacity-60" />
        </div>
      </div>
      {children}
    </div>
  </div>
)
