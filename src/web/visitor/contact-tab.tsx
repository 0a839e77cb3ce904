// The contact itself as a QR code, which can be scanned without a network.
import { refreshMe, useSession } from "../session/session-store.ts"
import { ContactCode } from "../ui/contact-code.tsx"
import { PanelFailed } from "../ui/feedback/panel-waiting.tsx"
import { Skeleton } from "../ui/feedback/skeleton.tsx"
import type { SharedProfile } from "./share-link.ts"

export function ContactTab({ url }: SharedProfile) {
  const session = useSession()
  const card = session.status === "signed-in" ? session.me?.profile : null
  if (!card && session.status === "signed-in" && session.loaded === "failed")
    return <PanelFailed onRetry={() => void refreshMe()} />
  return (
    <div className="flex flex-col items-center text-center">
      {card ? (
        <ContactCode card={card} url={url} className="size-[240px]" />
      ) : (
        <Skeleton className="size-[240px] rounded-2xl" />
      )}
      <p className="mt-4 text-balance text-ink">Scan to save the contact, even without a connection</p>
    </div>
  )
}
