// Portraits for the demonstration, drawn here: a head, hair and shoulders in a few flat shapes before a soft light.
export interface Look {
  /** background: top and bottom */
  sky: [string, string]
  sun: string
  skin: string
  shade: string
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
  const { sky, sun, skin, shade, hair, clothes, behind, front, collar } = look
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 640 640">
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
<rect width="640" height="640" fill="url(#light)"/>
</svg>`
}
