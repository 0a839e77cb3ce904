// The end of an exchange: on its own page, in the sheet on a profile, and for members who handed over their profile.
import type { ReactNode, Ref } from "react"
import IconCheck from "~icons/check"
import { profilePath } from "../../domain/paths.ts"
import { buttonStyle } from "../ui/button-style.ts"

/** In a sheet it is like the titles of other sheets. */
export const EXCHANGE_TITLE = "font-serif text-xl leading-tight font-semibold in-[dialog]:text-lg"

interface ExchangeDoneProps {
  /** of the profile that "Done" leads back to */
  username: string
  title: string
  titleRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

export const ExchangeDone = ({ username, title, titleRef, children }: ExchangeDoneProps) => (
  <>
    <span aria-hidden="true" className="done-badge mb-4">
      <IconCheck size={22} stroke={3} />
    </span>
    <h1 ref={titleRef} tabIndex={titleRef === undefined ? undefined : -1} className={EXCHANGE_TITLE}>
      {title}
    </h1>
    <div className="mt-2 flex flex-col gap-3 text-balance text-ink-soft">{children}</div>
    <a href={profilePath(username)} data-close="" className={buttonStyle({ size: "lg" }, "mt-6 w-full")}>
      Done
    </a>
  </>
)
