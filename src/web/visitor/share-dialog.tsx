// 'Share your profile': the owner's dialog with the QR code and the link (specification section 2), and what else can be taken along.
import { Suspense } from "react"
import IconQrcode from "~icons/qrcode"
import { qrSvg } from "../../domain/contact/qr.ts"
import { QR_DOWNLOAD_PX } from "../../domain/limits.ts"
import { VISIT } from "../../domain/messages.ts"
import type { OwnProfile } from "../../domain/profile/profile.ts"
import { QrCode } from "../documents/profile/qr-code.tsx"
import { ownProfile } from "../session/own-profiles.ts"
import { refreshMe, useSession } from "../session/session-store.ts"
import { Button } from "../ui/button.tsx"
import { buttonStyle } from "../ui/button-style.ts"
import { ContactCode } from "../ui/contact-code.tsx"
import { PanelFailed, PanelWaiting } from "../ui/feedback/panel-waiting.tsx"
import { Skeleton } from "../ui/feedback/skeleton.tsx"
import { showToast } from "../ui/feedback/toast-manager.ts"
import { later } from "../ui/later.tsx"
import { Tabs } from "../ui/layout/tabs.tsx"
import { Dialog } from "../ui/overlay/dialog.tsx"
import { saveFile } from "../ui/save-file.ts"
import { codePng } from "./drawn-code.ts"
import { copyLink, type SharedProfile, shareLink } from "./share-link.ts"

export function ShareDialog(profile: SharedProfile) {
  return (
    <Dialog
      title="Share your profile"
      trigger={
        <button
          type="button"
          aria-label="QR code and link"
          className={buttonStyle({ variant: "secondary", size: "sm" }, "max-sm:w-11 max-sm:px-0")}
        >
          <IconQrcode size={20} aria-hidden="true" />
          <span className="max-sm:hidden">QR code</span>
        </button>
      }
    >
      {(close) => (
        <Tabs
          label="Ways to share"
          className="[&_[role=tab]]:flex-auto"
          tabs={[
            { value: "qr", label: "QR Code", panel: <QrTab {...profile} /> },
            { value: "link", label: "Link", panel: <LinkTab {...profile} /> },
            { value: "more", label: "More", panel: <MoreTab {...profile} close={close} /> },
            { value: "contact", label: "Offline contact", panel: <ContactTab {...profile} /> },
          ]}
        />
      )}
    </Dialog>
  )
}

/** As the specification has it: black and whole. */
const BLACK = { ink: "#000", initials: "" }

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
        <QrCode text={url} label={`QR code of ${url}`} className="aspect-square w-[200px]" />
      </div>
      <p className="mt-4 text-ink">Scan to view {name}'s profile</p>
      <div className="mt-5 flex w-full flex-wrap gap-3">
        <Button className="flex-1" onClick={() => void download(codePng(url, BLACK), "png")}>
          Download
        </Button>
        <Button variant="secondary" onClick={() => void download(qrDrawing(url), "svg")}>
          SVG
        </Button>
      </div>
    </div>
  )
}

const qrDrawing = (text: string): Blob => new Blob([qrSvg(text, QR_DOWNLOAD_PX)], { type: "image/svg+xml" })

/** The owner's card, once it has loaded. @param id of the displayed profile */
function useOwnCard(id: string): OwnProfile | "loading" | "failed" {
  const session = useSession()
  if (session.status !== "signed-in") return "loading"
  return ownProfile(session.me, id) ?? (session.meStatus === "failed" ? "failed" : "loading")
}

/** The contact itself as a QR code, which can be scanned without a network. */
function ContactTab({ id, url }: SharedProfile) {
  const card = useOwnCard(id)
  if (card === "failed") return <PanelFailed onRetry={() => void refreshMe()} />
  return (
    <div className="flex flex-col items-center text-center">
      {card === "loading" ? (
        <Skeleton className="aspect-square w-[240px] max-w-full rounded-2xl" />
      ) : (
        <ContactCode card={card} url={url} className="aspect-square w-[240px] max-w-full" />
      )}
      <p className="mt-4 text-balance text-ink">Scan to save the contact. Works offline.</p>
    </div>
  )
}

const TakeAlong = later(async () => (await import("./take-along.tsx")).TakeAlong)

/** The card to take along: wallpaper, signature, paper, file. */
function MoreTab({ id, url, close }: SharedProfile & { close: () => void }) {
  const card = useOwnCard(id)
  if (card === "failed") return <PanelFailed onRetry={() => void refreshMe()} />
  if (card === "loading") return <PanelWaiting />
  return (
    <Suspense fallback={<PanelWaiting />}>
      <TakeAlong card={card} url={url} close={close} />
    </Suspense>
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
      <div className="mt-4 flex flex-wrap gap-3">
        <Button className="flex-1" onClick={() => void copyLink(url).then(showShared)}>
          Copy Link
        </Button>
        <Button variant="secondary" className="flex-1" onClick={() => void shareLink(url, name).then(showShared)}>
          Share
        </Button>
      </div>
    </div>
  )
}

/** Says that the link was copied, or that sharing failed. */
export function showShared(outcome: Awaited<ReturnType<typeof shareLink>>): void {
  if (outcome === "copied") showToast({ title: VISIT.linkCopied, tone: "good" })
  if (outcome === "failed") showToast({ title: VISIT.shareFailed, tone: "bad" })
}
