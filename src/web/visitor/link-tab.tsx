// The link of a profile, to copy or to share.
import { PROFILE } from "../../domain/messages.ts"
import { Button } from "../ui/button.tsx"
import { showToast } from "../ui/feedback/toast-manager.ts"
import type { SharedProfile } from "./share-link.ts"
import { copyLink, shareLink } from "./share-link.ts"

function tell(outcome: Awaited<ReturnType<typeof shareLink>>): void {
  if (outcome === "copied") showToast({ title: PROFILE.linkCopied, tone: "good" })
  if (outcome === "failed") showToast({ title: PROFILE.shareFailed, tone: "bad" })
}

export function LinkTab({ name, url }: SharedProfile) {
  return (
    <div>
      <input
        readOnly
        value={url}
        aria-label="Profile link"
        onFocus={(event) => event.currentTarget.select()}
        className="min-h-12 w-full rounded-xl border border-line-strong bg-well px-4 text-ink"
      />
      <div className="mt-4 flex gap-3">
        <Button className="flex-1" onClick={() => void copyLink(url).then(tell)}>
          Copy Link
        </Button>
        <Button variant="secondary" className="flex-1" onClick={() => void shareLink(url, name).then(tell)}>
          Share
        </Button>
      </div>
    </div>
  )
}
