// Shown when your own account or profile could not be loaded.
import { Suspense } from "react"
import type { HiddenNoticeProps } from "../session/hidden-notice.tsx"
import { refreshMe } from "../session/session-store.ts"
import { Button } from "../ui/button.tsx"
import { Notice } from "../ui/feedback/notice.tsx"
import { later } from "../ui/later.tsx"

/** `mayProceed`: people can continue without it (specification section 2, edit profile). */
export function LoadFailed({ mayProceed = false }: { mayProceed?: boolean }) {
  return (
    <Notice tone="bad" title={mayProceed ? "We couldn't load your profile" : "We couldn't load your account"}>
      <p>
        {mayProceed
          ? "You can still proceed, but anything you save here will replace what is stored."
          : "Please check your connection and try again."}
      </p>
      <Button variant="secondary" size="sm" className="mt-3" onAct={refreshMe}>
        Try again
      </Button>
    </Notice>
  )
}

const HiddenNotice = later(
  async () => (await import("../session/hidden-notice.tsx")).HiddenNotice,
  () => null,
)

/** Few profiles are ever hidden: the notice is loaded for those that are. */
export const HiddenProfile = (props: HiddenNoticeProps) =>
  props.profile?.hidden_at ? (
    <Suspense>
      <HiddenNotice {...props} />
    </Suspense>
  ) : null
