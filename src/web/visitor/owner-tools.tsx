// What only the owner sees on a profile: Edit Profile, and the dialog with the QR code and the link (specification section 2).
import IconQrcode from "~icons/qrcode"
import { useSession } from "../session/session-store.ts"
import { buttonStyle } from "../ui/button-style.ts"
import { Tabs } from "../ui/layout/tabs.tsx"
import { Dialog } from "../ui/overlay/dialog.tsx"
import { ContactTab } from "./contact-tab.tsx"
import { LinkTab } from "./link-tab.tsx"
import { QrTab } from "./qr-tab.tsx"
import type { SharedProfile } from "./share-link.ts"

export function OwnerTools(profile: SharedProfile) {
  const session = useSession()
  if (session.status !== "signed-in" || session.user.id !== profile.id) return null
  return (
    <div className="mb-0.5 flex flex-wrap-reverse items-center justify-end gap-2">
      <a href="/edit-profile" className={buttonStyle({ variant: "secondary", size: "sm" }, "whitespace-nowrap")}>
        Edit Profile
      </a>
      <ShareDialog {...profile} />
    </div>
  )
}

function ShareDialog(profile: SharedProfile) {
  return (
    <Dialog
      title="Share your profile"
      trigger={
        <button
          type="button"
          aria-label="QR code and link"
          className={buttonStyle({ variant: "secondary", size: "sm" }, "size-11 px-0")}
        >
          <IconQrcode size={20} aria-hidden="true" />
        </button>
      }
    >
      <Tabs
        label="Ways to share"
        tabs={[
          { value: "qr", label: "QR Code", panel: <QrTab {...profile} /> },
          { value: "contact", label: "Offline contact", panel: <ContactTab {...profile} /> },
          { value: "link", label: "Link", panel: <LinkTab {...profile} /> },
        ]}
      />
    </Dialog>
  )
}
