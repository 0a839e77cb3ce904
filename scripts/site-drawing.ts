// The preview of the site's own pages: the headline beside a card. It names no site: every installation has its own name.

import { INK } from "../src/domain/profile/inks.ts"
import { CLASSIC } from "../src/domain/profile/look.ts"
import { PREVIEW_HEIGHT as HEIGHT, PREVIEW_WIDTH as WIDTH } from "../src/domain/profile/preview.ts"
import { drawCard } from "../src/server/delivery/previews/card-drawing.ts"
import { PAPER } from "../src/server/delivery/previews/colors.ts"
import type { Fonts } from "../src/server/delivery/previews/fonts.ts"
import { fitLine } from "../src/server/delivery/previews/text-line.ts"

const HEADLINE = ["Connect, share,", "and build meaningful", "connections"]
const UNDER = ["Your business card,", "by link, QR code or a tap."]
const SAMPLE = {
  username: "mika-t",
  name: "Mika Tanaka",
  job_title: "Ceramic artist",
  business_name: "Studio Kawa",
  initials: "MT",
  address: "",
  site: "",
  accent: "vermilion" as const,
  look: CLASSIC,
  photo: null,
  banner: null,
}

export function drawSite(fonts: Fonts): string {
  const heading = { weight: "bold" as const, sizes: [74], maxWidth: 1100 }
  const lines = HEADLINE.map((text, at) => fitLine(text, heading, fonts)?.pathAt(76, 150 + 84 * at) ?? "")
  const plain = { ...heading, weight: "regular" as const, sizes: [34] }
  const under = UNDER.map((text, at) => fitLine(text, plain, fonts)?.pathAt(76, 396 + 46 * at) ?? "")
  const card = drawCard(SAMPLE, fonts).replace("<svg ", '<svg x="0" y="0" ')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<path d="M0 0h${WIDTH}v${HEIGHT}H0z" fill="#faf8f4"/>
<path d="${lines.join("")}" fill="${PAPER.ink}"/><path d="${under.join("")}" fill="${PAPER["ink-soft"]}"/>
<g transform="translate(620 352) rotate(-5) scale(.54)"><rect x="-3" y="-3" width="${WIDTH + 6}" height="${HEIGHT + 6}" rx="43" fill="${PAPER.line}"/>
<clipPath id="card"><rect width="${WIDTH}" height="${HEIGHT}" rx="40"/></clipPath><g clip-path="url(#card)">${card}</g></g>
<path d="M76 ${HEIGHT - 76}h96" stroke="${INK.vermilion}" stroke-width="8" stroke-linecap="round"/></svg>`
}
