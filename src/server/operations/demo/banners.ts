// Banners for the demonstration, drawn here: a sky, a sun or moon, and hills or waves in three flat layers.
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
<circle cx="1080" cy="170" r="84" fill="${sun}"/>
${lines.join("\n")}
</svg>`
}
