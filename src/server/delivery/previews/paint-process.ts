// The process that paints: apart from the server, so that drawing never takes the time of a request, and with the only SVG
// decoder of the product, which no upload can reach. It ends when the server does.
import { setPriority } from "node:os"
import sharp from "sharp"
import { openFonts } from "./fonts.ts"
import { paint } from "./paint.ts"
import type { PreviewCard } from "./preview-card.ts"

export interface PaintJob {
  id: number
  card: PreviewCard
}
export type Painted = { id: number; picture: Uint8Array } | { id: number; failed: string }

/** Whoever waits for a page comes first. */
const NICE = 10
const DECODERS = [
  "VipsForeignLoadSvg",
  "VipsForeignLoadJpeg",
  "VipsForeignLoadPng",
  "VipsForeignLoadWebp",
  "VipsForeignLoadNsgif",
]
const FONT_FOLDERS = ["/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts"]

setPriority(NICE)
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({ operation: DECODERS })
sharp.cache(false)
sharp.concurrency(1)

const fonts = openFonts(FONT_FOLDERS)

async function answer({ id, card }: PaintJob): Promise<Painted> {
  try {
    return { id, picture: await paint(card, fonts) }
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error) }
  }
}

process.on("message", (job: PaintJob) => {
  answer(job).then((painted) => process.send?.(painted))
})
process.on("disconnect", () => process.exit(0))
// The server says when to stop; a Ctrl-C reaches both.
process.on("SIGINT", () => undefined)
