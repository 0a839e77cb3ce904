// The card as a drawing of 1200 × 630: banner, portrait or seal, name, job, and address. Everything that people wrote is drawn as
// outlines: the SVG holds numbers and our own words, nothing else.
import type { Accent } from "../../../domain/profile/accent.ts"
import { patternOf } from "../../../domain/profile/banner-patterns.ts"
import type { Layout, Look } from "../../../domain/profile/look.ts"
import { PREVIEW_HEIGHT as HEIGHT, PREVIEW_WIDTH as WIDTH } from "../../../domain/profile/preview.ts"
import { PAPER, type Palette, paletteOf } from "./colors.ts"
import type { Fonts, Weight } from "./fonts.ts"
import { fitLine, fitLines, type Line } from "./text-line.ts"
import { isFromRight } from "./text-runs.ts"

const EDGE = 76
const RULE = 526
const GAP = 48
/** How far inside the edge the rim of a seal is, as a share of its width. */
const RIM = 0.08

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Where things are, from the left; names from the right mirror it. */
export interface Frame {
  /** 0: no banner */
  banner: number
  /** the photo or the seal, without its border */
  portrait: Box & { radius: number; border: number }
  text: Box & { isCentered?: true }
}

const FRAMES: Record<Layout, Frame> = {
  classic: {
    banner: 232,
    portrait: { left: EDGE, top: 120, width: 300, height: 300, radius: 90, border: 12 },
    text: { left: EDGE + 300 + GAP, top: 232, width: WIDTH - 2 * EDGE - 300 - GAP, height: RULE - 232 },
  },
  portrait: {
    banner: 0,
    portrait: { left: 0, top: 0, width: 450, height: HEIGHT, radius: 0, border: 0 },
    text: { left: 450 + 60, top: 40, width: WIDTH - 450 - 60 - EDGE, height: RULE - 40 },
  },
  minimal: {
    banner: 0,
    portrait: { left: WIDTH - EDGE - 260, top: 153, width: 260, height: 260, radius: 76, border: 0 },
    text: { left: EDGE, top: 40, width: WIDTH - 2 * EDGE - 260 - GAP, height: RULE - 40 },
  },
  vertical: {
    banner: 190,
    portrait: { left: (WIDTH - 220) / 2, top: 70, width: 220, height: 220, radius: 110, border: 12 },
    text: { left: EDGE, top: 288, width: WIDTH - 2 * EDGE, height: RULE - 288, isCentered: true },
  },
}

export const frameOf = ({ look, name }: Pick<PreviewCard, "look" | "name">): Frame => {
  const frame = FRAMES[look.layout]
  if (!isFromRight(name)) return frame
  const mirrored = <Placed extends Box>(box: Placed): Placed => ({ ...box, left: WIDTH - box.left - box.width })
  return { ...frame, portrait: mirrored(frame.portrait), text: mirrored(frame.text) }
}

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
  look: Look
  /** encoded pictures, as they are stored; null: a seal, a pattern */
  photo: Uint8Array | null
  banner: Uint8Array | null
}

interface Row {
  line: Line
  colour: string
  /** from the baseline above, or from the top, to this baseline */
  step: number
}

const path = (data: string, colour: string): string => `<path d="${data}" fill="${colour}"/>`

/** Two cards in a seal (src/web/layout/mark.tsx). */
const mark = (x: number, y: number, size: number, ink: string, paper: string): string =>
  `<g transform="translate(${x} ${y}) scale(${size / 32})"><rect width="32" height="32" rx="9" fill="${ink}"/>` +
  `<rect x="11.5" y="7.5" width="14" height="9.5" rx="1.8" fill="none" stroke="${paper}" stroke-width="1.8"/>` +
  `<rect x="6" y="13.5" width="16" height="11" rx="2" fill="${paper}"/>` +
  `<path d="M9 18h6M9 21h9.5" stroke="${ink}" stroke-width="1.6" stroke-linecap="round"/></g>`

function banner({ username, look }: PreviewCard, colors: Palette, fromRight: boolean, bottom: number): string {
  const { width, height, path: motif, scale } = patternOf(username, look.pattern)
  const size = 2.3 * scale
  const flip = fromRight ? ` transform="translate(${WIDTH} 0) scale(-1 1)"` : ""
  return `<defs><pattern id="motif" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="scale(${size})">
<path d="${motif}" fill="none" stroke="${PAPER.sheet}" stroke-width="${3.2 / size}"/></pattern>
<linearGradient id="fade"><stop stop-color="#fff" stop-opacity=".12"/><stop offset=".9" stop-color="#fff" stop-opacity=".62"/></linearGradient>
<mask id="faded"><path d="M0 0h${WIDTH}v${bottom}H0z" fill="url(#fade)"/></mask></defs>
<g${flip}><path d="M0 0h${WIDTH}v${bottom}H0z" fill="${colors.banner}"/>
<path d="M0 0h${WIDTH}v${bottom}H0z" fill="url(#motif)" mask="url(#faded)"/></g>`
}

/** The border, and without a photo the initials, with a rim as on the page. */
function seal(card: PreviewCard, at: Frame["portrait"], colors: Palette, fonts: Fonts): string {
  const box = (grow: number, paint: string) => {
    const radius = at.radius === 0 ? 0 : at.radius * (1 + (2 * grow) / at.width)
    return `<rect x="${at.left - grow}" y="${at.top - grow}" width="${at.width + 2 * grow}" height="${at.height + 2 * grow}" rx="${radius}" ${paint}/>`
  }
  const border = at.border === 0 ? "" : box(at.border, `fill="${colors.sheet}"`)
  if (card.photo !== null) return border
  const rim =
    at.radius === 0 ? "" : box(-Math.round(at.width * RIM), `fill="none" stroke="${colors.sheet}" stroke-width="3"`)
  const frame = border + box(0, `fill="${colors.accent}"`) + rim
  const sizes = [0.4, 0.36, 0.3].map((share) => Math.round(at.width * share))
  const letters = fitLine(card.initials, { weight: "bold", sizes, maxWidth: at.width * 0.7 }, fonts)
  const side = at.width - 80
  const top = at.top + (at.height - side) / 2
  if (letters === null) return frame + mark(at.left + 40, top, side, colors.accent, colors.sheet)
  const baseline = at.top + at.height / 2 + letters.size * 0.34
  return frame + path(letters.pathAt(at.left + (at.width - letters.width) / 2, baseline), colors.sheet)
}

function rowsOf(
  { name, username, job_title, business_name }: PreviewCard,
  maxWidth: number,
  colors: Palette,
  fonts: Fonts,
): Row[] {
  const heading = { weight: "bold" as Weight, sizes: [76, 70, 64, 58, 54], maxWidth }
  const drawn = fitLines(name, heading, fonts)
  // No font here has this script: show the username instead.
  const names = drawn.length > 0 ? drawn : fitLines(username, heading, fonts)
  const rows: Row[] = names.map((line, at) => ({ line, colour: colors.ink, step: line.size * (at === 0 ? 0.72 : 1.1) }))
  const plain = { weight: "regular" as Weight, sizes: [37, 34, 31], maxWidth }
  for (const [text, colour] of [
    [job_title, colors.ink],
    [business_name, colors["ink-soft"]],
  ] as const) {
    const line = fitLine(text, plain, fonts)
    if (line !== null) rows.push({ line, colour, step: rows.length === names.length ? 62 : 50 })
  }
  return rows
}

/** @returns SVG; an uploaded banner and photo are laid below and above it */
export function drawCard(card: PreviewCard, fonts: Fonts): string {
  const colors = paletteOf(card)
  const fromRight = isFromRight(card.name)
  const { banner: bannerHeight, portrait, text: place } = frameOf(card)
  const startOf = (line: Line): number => {
    if (place.isCentered) return place.left + (place.width - line.width) / 2
    return fromRight ? place.left + place.width - line.width : place.left
  }

  const rows = rowsOf(card, place.width, colors, fonts)
  const block = rows.reduce((sum, { step }) => sum + step, 0)
  let baseline = place.top + (place.height - block) / 2
  const text = rows.map(({ line, colour, step }) => {
    baseline += step
    return path(line.pathAt(startOf(line), baseline), colour)
  })

  // Below the photo of the portrait layout there is no room.
  const [footLeft, footRight] =
    portrait.height === HEIGHT ? [place.left, place.left + place.width] : [EDGE, WIDTH - EDGE]
  const small = {
    weight: "regular" as Weight,
    sizes: [32, 29, 26, 22],
    maxWidth: Math.min(640, (footRight - footLeft) * 0.62),
  }
  const address = fitLine(card.address, small, fonts)
  const site = fitLine(
    card.site,
    { ...small, weight: "bold", sizes: [28, 25], maxWidth: Math.min(300, (footRight - footLeft) * 0.29) },
    fonts,
  )
  const addressLeft = (width: number): number => (fromRight ? footRight - width : footLeft)
  const markLeft = fromRight ? footLeft : footRight - 44
  const siteLeft = (width: number): number => (fromRight ? footLeft + 60 : footRight - 60 - width)
  const foot = [
    `<path d="M${footLeft} ${RULE}H${footRight}" stroke="${colors.line}" stroke-width="2"/>`,
    address === null ? "" : path(address.pathAt(addressLeft(address.width), 588), colors.accent),
    site === null ? "" : path(site.pathAt(siteLeft(site.width), 587), colors["ink-soft"]),
    mark(markLeft, 555, 44, colors.mark, colors["on-mark"]),
  ]
  const head = card.banner === null && bannerHeight > 0 ? banner(card, colors, fromRight, bannerHeight) : ""
  // An uploaded banner is laid underneath, so its place stays empty.
  const sheetTop = card.banner === null ? 0 : bannerHeight
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<path d="M0 ${sheetTop}h${WIDTH}V${HEIGHT}H0z" fill="${colors.sheet}"/>${head}${seal(card, portrait, colors, fonts)}${text.join("")}${foot.join("")}</svg>`
}
