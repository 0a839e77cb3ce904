// A picture of a plastic card, for pages that have little else to show.
import IconCheck from "~icons/check"
import IconX from "~icons/x"
import { Mark } from "../layout/mark.tsx"
import { classNames } from "../ui/class-names.ts"
import { NfcWaves } from "../ui/nfc-waves.tsx"

type Look = "tapped" | "off" | "done" | "failed"

const BADGE = "absolute -right-3 -bottom-3 grid size-11 place-items-center rounded-full border-4 border-sheet"

/** Being tapped, not in use, activated, or impossible to activate. */
export function CardPicture({ look }: { look: Look }) {
  return (
    <div aria-hidden="true" className="grid place-items-center rounded-2xl bg-well py-9">
      <div className="relative flex h-32 w-51 -rotate-3 flex-col justify-between rounded-2xl bg-[#24221e] p-4 text-[#f4f0e7] shadow-float dark:bg-[#3a362f]">
        <div className="flex items-start justify-between">
          <Mark className="size-7" />
          <NfcWaves className={classNames("size-8", (look === "failed" || look === "off") && "opacity-40")} />
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
