// The QR code of a profile on screen, and as a file to print.
import { QrCode } from "../documents/profile/qr-code.tsx"
import { Button } from "../ui/button.tsx"
import { showToast } from "../ui/feedback/toast-manager.ts"
import { saveFile } from "../ui/save-file.ts"
import { qrDrawing, qrPng } from "./qr-files.ts"
import type { SharedProfile } from "./share-link.ts"

export function QrTab({ name, url, username }: SharedProfile) {
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
