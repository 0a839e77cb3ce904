// The card as a drawing of 1200 × 630: banner, portrait or seal, name, job, and address. Everything that people wrote is drawn as
// outlines: the SVG holds numbers and our own words, nothing else.
import type { Accent } from "../../../domain/profile/accent.ts"
import { patternOf } from "../../../domain/profile/banner-patterns.ts"
import { INK } from "../../../domain/profile/inks.ts"
import { PREVIEW_HEIGHT as HEIGHT, PREVIEW_WIDTH as WIDTH } from "../../../domain/profile/preview.ts"
import { PAPER } from "./colors.ts"
import type { Fonts, Weight } from "./fonts.ts"
import { fitLine, fitLines, type Line } from "./text-line.ts"
import { isFromRight } from "./text-runs.ts"

export const BANNER_HEIGHT = 232
const EDGE = 76
const RULE = 526
/** the portrait's square, without its border */
export const PORTRAIT = 300
export const PORTRAIT_TOP = 120
const BORDER = 12
const GAP = 48
const TEXT_WIDTH = WIDTH - 2 * EDGE - PORTRAIT - GAP

export interface PreviewCard {
  username: string
  name: string
  job_title: string
  business_name: string
  initials: string
  /** of the page, as people read it */
  address: string
  site: string
  accent: Accent
  /** encoded pictures, as they are stored; null: a seal, a pattern */
  photo: Uint8Array | null
  banner: Uint8Array | null
}

interface Drawing {
  svg: string
  /** where the portrait goes when there is a photo */
  portraitLeft: number
}

interface Row {
  line: Line
  colour: string
  /** from the baseline above, or from the top, to this baseline */
  step: number
}

const path = (data: string, colour: string): string => `<path d="${data}" fill="${colour}"/>`

/** Two cards in a seal (src/web/layout/mark.tsx). */
const mark = (x: number, y: number, size: number, ink: string): string =>
  `<g transform="translate(${x} ${y}) scale(${size / 32})"><rect width="32" height="32" rx="9" fill="${ink}"/>` +
  `<rect x="11.5" y="7.5" width="14" height="9.5" rx="1.8" fill="none" stroke="#fff" stroke-width="1.8"/>` +
  `<rect x="6" y="13.5" width="16" height="11" rx="2" fill="#fff"/>` +
  `<path d="M9 18h6M9 21h9.5" stroke="${ink}" stroke-width="1.6" stroke-linecap="round"/></g>`

function banner(username: string, ink: string, fromRight: boolean): string {
  const { width, height, path: motif, scale } = patternOf(username)
  const size = 2.3 * scale
  const flip = fromRight ? ` transform="translate(${WIDTH} 0) scale(-1 1)"` : ""
  return `<defs><pattern id="motif" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="scale(${size})">
<path d="${motif}" fill="none" stroke="${ink}" stroke-width="${3.2 / size}"/></pattern>
<linearGradient id="fade"><stop stop-color="#fff" stop-opacity=".12"/><stop offset=".9" stop-color="#fff" stop-opacity=".62"/></linearGradient>
<mask id="faded"><path d="M0 0h${WIDTH}v${BANNER_HEIGHT}H0z" fill="url(#fade)"/></mask></defs>
<g${flip}><path d="M0 0h${WIDTH}v${BANNER_HEIGHT}H0z" fill="${ink}" fill-opacity=".09"/>
<path d="M0 0h${WIDTH}v${BANNER_HEIGHT}H0z" fill="url(#motif)" mask="url(#faded)"/></g>`
}

function seal(card: PreviewCard, left: number, ink: string, fonts: Fonts): string {
  const outer = PORTRAIT + 2 * BORDER
  const square = (x: number, side: number, fill: string) =>
    `<rect x="${x}" y="${PORTRAIT_TOP + x - left}" width="${side}" height="${side}" rx="${side * 0.3}" fill="${fill}"/>`
  const border = square(left - BORDER, outer, PAPER.sheet)
  if (card.photo !== null) return border
  const frame = border + square(left, PORTRAIT, ink)
  const letters = fitLine(card.initials, { weight: "bold", sizes: [132, 112, 92], maxWidth: PORTRAIT - 60 }, fonts)
  if (letters === null) return frame + mark(left + 40, PORTRAIT_TOP + 40, PORTRAIT - 80, ink)
  const middle = PORTRAIT_TOP + PORTRAIT / 2 + letters.size * 0.34
  return frame + path(letters.pathAt(left + (PORTRAIT - letters.width) / 2, middle), PAPER["on-accent"])
}

function rowsOf({ name, username, job_title, business_name }: PreviewCard, fonts: Fonts): Row[] {
  const heading = { weight: "bold" as Weight, sizes: [76, 70, 64, 58, 54], maxWidth: TEXT_WIDTH }
  const drawn = fitLines(name, heading, fonts)
  // No font here draws this script: show the username instead.
  const names = drawn.length > 0 ? drawn : fitLines(username, heading, fonts)
  const rows: Row[] = names.map((line, at) => ({ line, colour: PAPER.ink, step: line.size * (at === 0 ? 0.72 : 1.1) }))
  const plain = { weight: "regular" as Weight, sizes: [37, 34, 31], maxWidth: TEXT_WIDTH }
  for (const [text, colour] of [
    [job_title, PAPER.ink],
    [business_name, PAPER["ink-soft"]],
  ] as const) {
    const line = fitLine(text, plain, fonts)
    if (line !== null) rows.push({ line, colour, step: rows.length === names.length ? 62 : 50 })
  }
  return rows
}

export function drawCard(card: PreviewCard, fonts: Fonts): Drawing {
  const ink = INK[card.accent]
  const fromRight = isFromRight(card.name)
  const portraitLeft = fromRight ? WIDTH - EDGE - PORTRAIT : EDGE
  const startOf = (line: Line, start: number): number => (fromRight ? WIDTH - start - line.width : start)

  const rows = rowsOf(card, fonts)
  const block = rows.reduce((sum, { step }) => sum + step, 0)
  let baseline = BANNER_HEIGHT + (RULE - BANNER_HEIGHT - block) / 2
  const text = rows.map(({ line, colour, step }) => {
    baseline += step
    return path(line.pathAt(startOf(line, EDGE + PORTRAIT + GAP), baseline), colour)
  })

  const small = { weight: "regular" as Weight, sizes: [32, 29, 26], maxWidth: 640 }
  const address = fitLine(card.address, small, fonts)
  const site = fitLine(card.site, { ...small, weight: "bold", sizes: [28, 25], maxWidth: 300 }, fonts)
  const markLeft = fromRight ? EDGE : WIDTH - EDGE - 44
  const siteLeft = (width: number): number => (fromRight ? EDGE + 60 : WIDTH - EDGE - 60 - width)
  const foot = [
    `<path d="M${EDGE} ${RULE}H${WIDTH - EDGE}" stroke="${PAPER.line}" stroke-width="2"/>`,
    address === null ? "" : path(address.pathAt(startOf(address, EDGE), 588), ink),
    site === null ? "" : path(site.pathAt(siteLeft(site.width), 587), PAPER["ink-soft"]),
    mark(markLeft, 555, 44, INK.vermilion),
  ]
  const head = card.banner === null ? banner(card.username, ink, fromRight) : ""
  // An uploaded banner is laid underneath, so its place stays empty.
  const sheetTop = card.banner === null ? 0 : BANNER_HEIGHT
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<path d="M0 ${sheetTop}h${WIDTH}V${HEIGHT}H0z" fill="${PAPER.sheet}"/>${head}${seal(card, portraitLeft, ink, fonts)}${text.join("")}${foot.join("")}</svg>`
  return { svg, portraitLeft }
}
