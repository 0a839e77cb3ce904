// The process that paints. It is separate so that drawing never delays a request, and it alone has an SVG decoder, which no upload
// can reach. It ends when the server does.
import { setPriority } from "node:os"
import sharp from "sharp"
import type { PreviewCard } from "./card-drawing.ts"
import { openFonts } from "./fonts.ts"
import { paint } from "./paint.ts"

export interface PaintJob {
  id: number
  card: PreviewCard
}
export type Painted = { id: number; picture: Uint8Array } | { id: number; failed: string }

/** Visitors of pages come first. */
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
// The server decides when to stop; Ctrl-C reaches both.
process.on("SIGINT", () => undefined)
