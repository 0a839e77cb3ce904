// Said in place of content that could not be loaded, with the way to try again.
import { refreshMe } from "../session/session-store.ts"
import { AgainButton } from "../ui/again-button.tsx"
import { Notice } from "../ui/feedback/notice.tsx"

/** `mayProceed`: what is asked for can be done all the same (specification section 2, edit profile). */
export function LoadFailed({ mayProceed = false }: { mayProceed?: boolean }) {
  return (
    <Notice tone="bad" title={mayProceed ? "Your profile could not be loaded." : "Your account could not be loaded."}>
      <p>
        {mayProceed
          ? "You can still proceed: what you enter here and save becomes your profile."
          : "Please check your connection and try again."}
      </p>
      <AgainButton className="mt-3" onAgain={() => refreshMe()} />
    </Notice>
  )
}
