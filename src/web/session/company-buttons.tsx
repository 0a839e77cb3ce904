// The buttons of the companies whose people sign in with their own login, below the form of the login and sign-up pages.
import { useState } from "react"
import { useLocation } from "react-router"
import IconBuilding from "~icons/building"
import { useSite } from "../layout/site.ts"
import { Button } from "../ui/button.tsx"
import { leaveForCompany } from "./company-login.ts"
import { useSignInProgress } from "./session-store.ts"

export function CompanyButtons({ onFailed }: { onFailed: (message: string) => void }) {
  const { company_logins, sign_in } = useSite()
  const { search } = useLocation()
  const progress = useSignInProgress()
  const [pressed, setPressed] = useState("")
  const leave = async (id: string) => {
    setPressed(id)
    const problem = await leaveForCompany(id, search)
    if (problem !== null) onFailed(problem)
  }
  return company_logins.map(({ id, name }) => (
    <Button
      key={id}
      variant={sign_in.length === 1 ? "primary" : "secondary"}
      size="lg"
      className="mt-3 w-full px-3"
      busy={progress === "company" && pressed === id}
      disabled={progress !== null}
      onClick={() => void leave(id)}
    >
      <IconBuilding size={22} stroke={1.5} />
      Continue with {name}
    </Button>
  ))
}
