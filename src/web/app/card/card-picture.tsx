// The plastic card itself, as it lies in the hand: being tapped, done, or not to be activated.
import { IconCheck, IconX } from "@tabler/icons-react"
import { Mark } from "../../layout/mark.tsx"
import { classNames } from "../../ui/class-names.ts"

type Look = "tapped" | "done" | "failed"

const BADGE = "absolute -right-3 -bottom-3 grid size-11 place-items-center rounded-full border-4 border-sheet"

export function CardPicture({ look }: { look: Look }) {
  return (
    <div aria-hidden="true" className="grid place-items-center rounded-2xl bg-well py-9">
      <div className="relative flex h-32 w-51 -rotate-3 flex-col justify-between rounded-2xl bg-[#24221e] p-4 text-[#f4f0e7] shadow-float dark:bg-[#3a362f]">
        <div className="flex items-start justify-between">
          <Mark className="size-7" />
          <Waves className={classNames("size-8", look === "failed" && "opacity-40")} />
        </div>
        <div className={classNames("flex flex-col gap-2", look !== "done" && "opacity-40")}>
          <span className="h-2.5 w-24 rounded-full bg-current" />
          <span className="h-2 w-16 rounded-full bg-current opacity-60" />
        </div>
        {look === "done" && (
          <span className={classNames(BADGE, "arrives bg-good text-sheet")}>
            <IconCheck size={22} stroke={3} />
          </span>
        )}
        {look === "failed" && (
          <span className={classNames(BADGE, "bg-bad text-sheet")}>
            <IconX size={22} stroke={3} />
          </span>
        )}
      </div>
    </div>
  )
}

/** Of near-field communication, as on every contactless card. */
function Waves({ className }: { className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
    >
      <path d="M6 9.5a5 5 0 0 1 0 5M10 7a9 9 0 0 1 0 10M14 4.5a13 13 0 0 1 0 15" />
    </svg>
  )
}
