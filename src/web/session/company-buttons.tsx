// The buttons of the companies whose people sign in with their own login, beside the form of the login and sign-up pages.
import { useState } from "react"
import { useLocation } from "react-router"
import IconBuilding from "~icons/building"
import { useSite } from "../layout/site.ts"
import { Button } from "../ui/button.tsx"
import { classNames } from "../ui/class-names.ts"
import { leaveForCompany } from "./company-login.ts"
import { useSignInProgress } from "./session-store.ts"

/** Characters that surely fit beside "Continue with" on a phone. */
const ONE_LINE = 14

interface CompanyButtonsProps {
  /** above the form: people of a company need not fill it in */
  isFirst?: boolean
  /** below another way that is not the form */
  isLast?: boolean
  onFailed: (message: string) => void
}

export function CompanyButtons({ isFirst = false, isLast = false, onFailed }: CompanyButtonsProps) {
  const { company_logins, sign_in } = useSite()
  const { search } = useLocation()
  const progress = useSignInProgress()
  const [pressed, setPressed] = useState("")
  const leave = async (id: string) => {
    setPressed(id)
    const problem = await leaveForCompany(id, search)
    if (problem !== null) onFailed(problem)
  }
  if (company_logins.length === 0) return null
  const isOnly = sign_in.length === 1
  // A label of two lines begins at the edge; then all do.
  const isLong = company_logins.some(({ name }) => name.length > ONE_LINE)
  return (
    <>
      {!isFirst && !isLast && !isOnly && <Or />}
      <div className={classNames("grid gap-3", isLast && "mt-3")}>
        {company_logins.map(({ id, name }) => (
          <Button
            key={id}
            variant={isOnly ? "primary" : "secondary"}
            size="lg"
            className={classNames("w-full px-4 py-3.5 wrap-anywhere", isLong && "justify-start!")}
            busy={progress === "company" && pressed === id}
            disabled={progress !== null}
            onClick={() => void leave(id)}
          >
            <IconBuilding size={22} stroke={1.5} className="shrink-0" />
            <span className="line-clamp-4 text-left">Continue with {name}</span>
          </Button>
        ))}
      </div>
      {isFirst && (
        <p className="mt-2.5 text-center text-sm text-ink-soft">You'll sign in there, then come back here.</p>
      )}
      {isFirst && !isOnly && <Or />}
    </>
  )
}

/** Between ways to sign in. @param props.className the space around it */
export const Or = ({ className = "my-5" }: { className?: string }) => (
  <p
    className={classNames(
      "flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line",
      className,
    )}
  >
    or
  </p>
)
