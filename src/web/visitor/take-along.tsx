// 'More' of the share dialog: the card for the phone's lock screen, for emails, for paper, for an address book. Loaded when it is opened.
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react"
import IconCopy from "~icons/copy"
import IconDownload from "~icons/download"
import IconPrinter from "~icons/printer"
import { monogramSvg } from "../../domain/contact/monogram-code.ts"
import { initials } from "../../domain/contact/names.ts"
import { QR_DOWNLOAD_PX } from "../../domain/limits.ts"
import { PROFILE } from "../../domain/messages.ts"
import { contactPath } from "../../domain/paths.ts"
import { accentOf } from "../../domain/profile/accent.ts"
import { signatureHtml, signatureOf, signatureText } from "../../domain/profile/email-signature.ts"
import { INK } from "../../domain/profile/inks.ts"
import type { PublicProfile } from "../../domain/profile/profile.ts"
import { Button } from "../ui/button.tsx"
import { buttonStyle } from "../ui/button-style.ts"
import { showToast } from "../ui/feedback/toast-manager.ts"
import { SelectField } from "../ui/form/select-field.tsx"
import { saveFile } from "../ui/save-file.ts"
import { codePng, drawCode, newCanvas, pngOf } from "./drawn-code.ts"
import { drawWallpaper, PHONES, type Phone, thisPhone } from "./wallpaper.ts"

interface TakeAlongProps {
  card: PublicProfile
  /** the profile's address */
  url: string
  /** closes the dialog, which would be printed too */
  close: () => void
}

export function TakeAlong({ card, url, close }: TakeAlongProps) {
  return (
    <div className="flex flex-col divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">
      <OwnCode card={card} url={url} />
      <Wallpaper card={card} url={url} />
      <EmailSignature card={card} url={url} />
      <Way title="Printed card" text="Business card size, with your QR code. Print it or save it as a PDF.">
        <Button variant="secondary" size="sm" onClick={() => printAfter(close)}>
          <IconPrinter size={20} />
          Print
        </Button>
      </Way>
      <Way title="Contact file" text="Opens in any contacts app.">
        <a href={contactPath(card.username)} download="" className={buttonStyle({ variant: "secondary", size: "sm" })}>
          <IconDownload size={20} aria-hidden="true" />
          Download contact
        </a>
      </Way>
    </div>
  )
}

interface WayProps {
  title: string
  text: string
  preview?: ReactNode
  children: ReactNode
}

const Way = ({ title, text, preview, children }: WayProps) => (
  <section className="flex items-start gap-4 max-[18rem]:flex-col">
    {preview}
    <div className="min-w-0 flex-1 max-[18rem]:w-full">
      <h3 className="font-semibold text-ink">{title}</h3>
      <p className="text-sm text-ink-soft">{text}</p>
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </div>
  </section>
)

type CardProps = Pick<TakeAlongProps, "card" | "url">

const codeLookOf = (card: PublicProfile) => ({
  ink: INK[accentOf(card)],
  initials: initials(card.full_name || card.username),
})

async function download(file: Promise<Blob> | Blob, name: string): Promise<void> {
  try {
    saveFile(await file, name)
  } catch {
    showToast({ title: "Failed to download the image", tone: "bad" })
  }
}

interface DrawnProps {
  draw: () => HTMLCanvasElement
  className: string
}

/** A picture that the browser draws, shown small. */
function Drawn({ draw, className }: DrawnProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const canvas = draw()
    canvas.className = className
    place.current?.replaceChildren(canvas)
  }, [draw, className])
  return <div ref={place} aria-hidden="true" className="w-20 shrink-0" />
}

function OwnCode({ card, url }: CardProps) {
  const look = codeLookOf(card)
  const draw = useCallback(() => {
    const { canvas, pen } = newCanvas(288, 288)
    drawCode(pen, url, codeLookOf(card), { left: 0, top: 0, side: 288 })
    return canvas
  }, [card, url])
  const svg = () => new Blob([monogramSvg(url, look.ink, look.initials, QR_DOWNLOAD_PX)], { type: "image/svg+xml" })
  return (
    <Way
      title="QR code in your color"
      text="With your initials. For slides, flyers and stickers."
      preview={<Drawn draw={draw} className="size-20 rounded-xl border border-line" />}
    >
      <Button
        variant="secondary"
        size="sm"
        aria-label="PNG with initials"
        onClick={() => void download(codePng(url, look), `${card.username}-code.png`)}
      >
        <IconDownload size={20} />
        PNG
      </Button>
      <Button
        variant="secondary"
        size="sm"
        aria-label="SVG with initials"
        onClick={() => void download(svg(), `${card.username}-code.svg`)}
      >
        <IconDownload size={20} />
        SVG
      </Button>
    </Way>
  )
}

/** The height of its picture, in CSS pixels. */
const PREVIEW_PX = 174
/** Its small letters are drawn larger than the screen shows them, and so are smooth. */
const sharpness = () => Math.max(2, devicePixelRatio)

function Wallpaper({ card, url }: CardProps) {
  const [phone, setPhone] = useState(thisPhone)
  const draw = useCallback(
    () => drawWallpaper(card, url, phone, (PREVIEW_PX * sharpness()) / PHONES[phone][1]),
    [card, url, phone],
  )
  const file = async () => pngOf(drawWallpaper(card, url, phone))
  return (
    <Way
      title="Lock screen"
      text="People can scan it while your phone is locked."
      preview={<Drawn draw={draw} className="h-auto w-20 rounded-xl" />}
    >
      {/* The label that only screen readers hear takes no room. */}
      <div className="-mt-2 w-full">
        <SelectField
          label={<span className="sr-only">Phone</span>}
          value={phone}
          onChange={(event) => setPhone(event.target.value as Phone)}
          options={Object.keys(PHONES).map((name) => [name, name])}
        />
      </div>
      <Button variant="secondary" size="sm" onClick={() => void download(file(), `${card.username}-wallpaper.png`)}>
        <IconDownload size={20} />
        Download wallpaper
      </Button>
    </Way>
  )
}

function EmailSignature({ card, url }: CardProps) {
  const signature = signatureOf(card, url)
  const shown = useRef<HTMLDivElement>(null)
  const copy = () => {
    try {
      copyRich(shown.current, signatureHtml(signature), signatureText(signature))
      showToast({ title: PROFILE.copied, tone: "good" })
    } catch {
      showToast({ title: PROFILE.copyFailed, tone: "bad" })
    }
  }
  return (
    <Way title="Email signature" text="Paste it into your email app's settings.">
      <div ref={shown} className="w-full rounded-xl bg-well p-3 text-sm" data-accent={accentOf(card)}>
        <div className="border-accent border-l-3 pl-3 text-ink-soft wrap-anywhere">
          <p className="font-semibold text-ink">{signature.name}</p>
          {signature.lines.map((line) => (
            <p key={line[0]?.text}>{line.map(({ text }) => text).join(" · ")}</p>
          ))}
        </div>
      </div>
      <Button variant="secondary" size="sm" className="mt-1" onClick={copy}>
        <IconCopy size={20} />
        Copy signature
      </Button>
    </Way>
  )
}

/**
 * Programs take the kind that they can show. Not the newer clipboard interface: it removes styles that the page's own policy does
 * not allow, and a signature has no others. @throws when the browser does not allow it
 */
function copyRich(shown: Element | null, html: string, text: string): void {
  let isPut = false
  const put = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData("text/html", html)
    event.clipboardData?.setData("text/plain", text)
    isPut = true
  }
  // Safari copies only when something is selected.
  const selection = getSelection()
  if (shown !== null) selection?.selectAllChildren(shown)
  document.addEventListener("copy", put)
  const isCopied = document.execCommand("copy")
  document.removeEventListener("copy", put)
  selection?.removeAllRanges()
  if (!isCopied || !isPut) throw new Error("not copied")
}

/** The dialog must have left the page before it is printed. */
function printAfter(close: () => void): void {
  close()
  const look = () => {
    if (document.querySelector("[role=dialog]") === null) print()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
