// Draws the pictures of the demonstration: smiling portraits in flat shapes, and banners of sky, sun and hills.
import sharp from "sharp"

export interface Look {
  /** background: top and bottom */
  sky: [string, string]
  sun: string
  skin: string
  shade: string
  lips: string
  hair: string
  clothes: [string, string]
  /** paths in a 640 × 640 field: what lies behind the head, and what in front */
  behind: string
  front: string
  collar: string
}

const gradient = (id: string, [from, to]: [string, string]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0.35" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`

export function portrait(look: Look): string {
  const { sky, sun, skin, shade, lips, hair, clothes, behind, front, collar } = look
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="60 60 520 520">
<defs>${gradient("sky", sky)}${gradient("clothes", clothes)}
<radialGradient id="light" cx="0.3" cy="0.25" r="0.9"><stop offset="0" stop-color="#fff" stop-opacity="0.14"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<clipPath id="head"><path d="M216 262c0-74 44-122 104-122s104 48 104 122c0 88-48 156-104 156s-104-68-104-156z"/></clipPath></defs>
<rect width="640" height="640" fill="url(#sky)"/>
<circle cx="452" cy="214" r="168" fill="${sun}"/>
<path d="${behind}" fill="${hair}"/>
<path d="M270 370h100v92c0 34-100 34-100 0z" fill="${shade}"/>
<path d="M86 640c4-118 92-176 184-190 26 34 74 34 100 0 92 14 180 72 184 190z" fill="url(#clothes)"/>
<path d="${collar}" fill="${clothes[0]}" fill-opacity="0.85"/>
<path d="M216 262c0-74 44-122 104-122s104 48 104 122c0 88-48 156-104 156s-104-68-104-156z" fill="${skin}"/>
<path d="M330 120h120v320H330c52-60 66-200 0-320z" fill="${shade}" fill-opacity="0.4" clip-path="url(#head)"/>
<path d="${front}" fill="${hair}"/>
<g fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-width="8">
<path d="M264 265q16-11 33-3M343 262q17-8 33 3M268 289q13-11 26 0M346 289q13-11 26 0" stroke="${hair}"/>
<path d="M321 290q-3 22-9 34 6 6 15 4" stroke="${shade}" stroke-width="6"/>
<path d="M292 358q28 22 56 0" stroke="${lips}"/></g>
<rect width="640" height="640" fill="url(#light)"/>
</svg>`
}

export interface Scene {
  /** top and bottom */
  sky: [string, string]
  sun: string
  /** from the farthest layer to the nearest */
  layers: [string, string, string]
  /** how often the land rises across the picture: hills few, waves many */
  crests: number
}

const WIDTH = 1440
const HEIGHT = 480

/** A soft line of crests over the whole width, closed at the bottom. */
function layer(crests: number, y: number, rise: number, shift: number): string {
  const step = WIDTH / crests
  const curves = Array.from({ length: crests + 2 }, (_, n) => {
    const x = (n - 1) * step + shift
    return `C${x + step * 0.3} ${y - rise} ${x + step * 0.6} ${y - rise} ${x + step} ${y}`
  })
  return `M${shift - step} ${y}${curves.join("")}V${HEIGHT}H${shift - step}z`
}

export function banner({ sky, sun, layers, crests }: Scene): string {
  const lines = layers.map(
    (fill, n) => `<path d="${layer(crests + n, 300 + n * 70, 120 - n * 25, -n * 130)}" fill="${fill}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>
<circle cx="720" cy="170" r="84" fill="${sun}"/>
${lines.join("\n")}
</svg>`
}

const SVG_DECODER = "VipsForeignLoadSvg"

/** A JPEG file, as a camera makes them. The SVG decoder is on only for our own drawings: uploads must never reach it. */
export async function drawn(svg: string): Promise<Uint8Array> {
  sharp.unblock({ operation: [SVG_DECODER] })
  try {
    return await sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
  } finally {
    sharp.block({ operation: [SVG_DECODER] })
  }
}
