// Said in place of content that could not be loaded, with the way to try again.
import { useState } from "react"
import { refreshMe } from "../session/session-store.ts"
import { Button } from "../ui/button.tsx"
import { Notice } from "../ui/notice.tsx"

/** `mayProceed`: what is asked for can be done all the same (specification section 2, edit profile). */
export function LoadFailed({ mayProceed = false }: { mayProceed?: boolean }) {
  const [isTrying, setTrying] = useState(false)
  const retry = async () => {
    setTrying(true)
    await refreshMe()
    setTrying(false)
  }
  return (
    <Notice tone="bad" title={mayProceed ? "Your profile could not be loaded." : "Your account could not be loaded."}>
      <p>
        {mayProceed
          ? "You can still proceed: what you enter here and save becomes your profile."
          : "Please check your connection and try again."}
      </p>
      <Button variant="secondary" size="sm" className="mt-3" busy={isTrying} onClick={() => void retry()}>
        Try again
      </Button>
    </Notice>
  )
}
