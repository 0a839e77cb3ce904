// 'My Personal Link': the address of one's page, to read and to copy. The confirmation lasts two seconds.
import { IconCheck, IconCopy } from "@tabler/icons-react"
import { useEffect, useState } from "react"
import { COPY_CONFIRMATION_MS } from "../../../domain/limits.ts"
import { displayUrl } from "../../../domain/links.ts"
import { PROFILE } from "../../../domain/messages.ts"
import { Button } from "../../ui/button.tsx"
import { Panel } from "../../ui/panel.tsx"
import { showToast } from "../../ui/toast-manager.ts"

export function PersonalLink({ url }: { url: string }) {
  const [copiedAt, setCopiedAt] = useState<number | null>(null)
  useEffect(() => {
    if (copiedAt === null) return
    const timer = setTimeout(() => setCopiedAt(null), COPY_CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [copiedAt])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopiedAt(performance.now())
      showToast({ title: PROFILE.copied, tone: "good" })
    } catch {
      showToast({ title: PROFILE.copyFailed, tone: "bad" })
    }
  }

  const isCopied = copiedAt !== null
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <Panel title="My Personal Link" intro="This is where people find you. Share it, print it, put it on an NFC card.">
      <div className="flex flex-col gap-3 sm:flex-row">
        <a
          href={url}
          className="flex min-h-12 min-w-0 flex-1 items-center rounded-xl bg-well px-4 font-medium text-ink hover:underline"
        >
          {displayUrl(url)}
        </a>
        <Button variant="secondary" onClick={() => void copy()} className="sm:w-36">
          <Icon size={20} aria-hidden="true" />
          {isCopied ? "Copied" : "Copy"}
        </Button>
      </div>
    </Panel>
  )
}
