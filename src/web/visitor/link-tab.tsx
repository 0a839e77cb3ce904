// The link of a profile, to copy or to share.
import { PROFILE } from "../../domain/messages.ts"
import { Button } from "../ui/button.tsx"
import { showToast } from "../ui/toast-manager.ts"
import type { SharedProfile } from "./owner-tools.tsx"
import { shareLink } from "./share-link.ts"

const copied = () => showToast({ title: PROFILE.linkCopied, tone: "good" })
const failed = () => showToast({ title: PROFILE.shareFailed, tone: "bad" })

export function LinkTab({ name, url }: SharedProfile) {
  const copy = () => navigator.clipboard.writeText(url).then(copied, failed)
  const share = async () => {
    const outcome = await shareLink(url, name)
    if (outcome === "copied") copied()
    if (outcome === "failed") failed()
  }
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
        <Button className="flex-1" onClick={() => void copy()}>
          Copy Link
        </Button>
        <Button variant="secondary" className="flex-1" onClick={() => void share()}>
          Share
        </Button>
      </div>
    </div>
  )
}
