// 'Share your profile': the owner's dialog with the QR code, the contact as a code, and the link (specification section 2).
import IconQrcode from "~icons/qrcode"
import { qrModules, qrSvg } from "../../domain/contact/qr.ts"
import { QR_DOWNLOAD_PX } from "../../domain/limits.ts"
import { PROFILE } from "../../domain/messages.ts"
import { QrCode } from "../documents/profile/qr-code.tsx"
import { refreshMe, useSession } from "../session/session-store.ts"
import { Button } from "../ui/button.tsx"
import { buttonStyle } from "../ui/button-style.ts"
import { ContactCode } from "../ui/contact-code.tsx"
import { PanelFailed } from "../ui/feedback/panel-waiting.tsx"
import { Skeleton } from "../ui/feedback/skeleton.tsx"
import { showToast } from "../ui/feedback/toast-manager.ts"
import { Tabs } from "../ui/layout/tabs.tsx"
import { Dialog } from "../ui/overlay/dialog.tsx"
import { saveFile } from "../ui/save-file.ts"
import { copyLink, type SharedProfile, shareLink } from "./share-link.ts"

export function ShareDialog(profile: SharedProfile) {
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

function QrTab({ name, url, username }: SharedProfile) {
  const download = async (file: Promise<Blob> | Blob, extension: string) => {
    try {
      saveFile(await file, `${username}-profile-qr.${extension}`)
    } catch {
      showToast({ title: "Failed to download the QR code", tone: "bad" })
    }
  }
  return (
    <div className="flex flex-col items-center text-center">
      <div className="overflow-hidden rounded-2xl border border-line bg-[#fff]">
        <QrCode text={url} label={`QR code of ${url}`} className="size-[200px]" />
      </div>
      <p className="mt-4 text-ink">Scan to view {name}'s profile</p>
      <div className="mt-5 flex w-full gap-3">
        <Button className="flex-1" onClick={() => void download(qrPng(url), "png")}>
          Download
        </Button>
        <Button variant="secondary" onClick={() => void download(qrDrawing(url), "svg")}>
          SVG
        </Button>
      </div>
    </div>
  )
}

/** Exactly 1024 by 1024 pixels on any screen. Modules are whole pixels; the rest widens the quiet zone. */
async function qrPng(text: string): Promise<Blob> {
  const rows = qrModules(text)
  const scale = Math.floor(QR_DOWNLOAD_PX / rows.length)
  const margin = Math.floor((QR_DOWNLOAD_PX - scale * rows.length) / 2)
  const canvas = document.createElement("canvas")
  canvas.width = QR_DOWNLOAD_PX
  canvas.height = QR_DOWNLOAD_PX
  const pen = canvas.getContext("2d")
  if (pen === null) throw new Error("no canvas")
  pen.fillStyle = "#fff"
  pen.fillRect(0, 0, QR_DOWNLOAD_PX, QR_DOWNLOAD_PX)
  pen.fillStyle = "#000"
  rows.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect(margin + x * scale, margin + y * scale, scale, scale)
    })
  })
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob)), "image/png"),
  )
}

const qrDrawing = (text: string): Blob => new Blob([qrSvg(text, QR_DOWNLOAD_PX)], { type: "image/svg+xml" })

/** The contact itself as a QR code, which can be scanned without a network. */
function ContactTab({ url }: SharedProfile) {
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
      <p className="mt-4 text-balance text-ink">Scan to save the contact. Works offline.</p>
    </div>
  )
}

function LinkTab({ name, url }: SharedProfile) {
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

function tell(outcome: Awaited<ReturnType<typeof shareLink>>): void {
  if (outcome === "copied") showToast({ title: PROFILE.linkCopied, tone: "good" })
  if (outcome === "failed") showToast({ title: PROFILE.shareFailed, tone: "bad" })
}
