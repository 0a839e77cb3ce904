// QR codes are read back by two decoders, as drawn on the page and in the sizes they are used in.
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import jsQR from "jsqr"
import { renderToStaticMarkup } from "react-dom/server"
import sharp from "sharp"
import { afterAll, expect, test } from "vitest"
import { pngOf } from "../../../../tests/support/pictures.ts"
import { QrCode } from "./qr-code.tsx"

const folder = mkdtempSync(join(tmpdir(), "meishi-qr-"))
afterAll(() => rmSync(folder, { recursive: true }))

const LINKS = [
  "https://meishi.example/anna",
  `https://cards.a-long-company-name.example/${"x".repeat(40)}`,
  "http://localhost:3000/a-b_c",
]

test.each(LINKS.flatMap((link) => [200, 1024].map((px) => [link, px] as const)))("%s at %i px", async (link, px) => {
  const svg = renderToStaticMarkup(<QrCode text={link} label="QR" />).replace(
    "<svg ",
    `<svg xmlns="http://www.w3.org/2000/svg" width="${px}" height="${px}" `,
  )
  const { data, info } = await sharp(await pngOf(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([px, px])
  expect(jsQR(new Uint8ClampedArray(data), px, px)?.data).toBe(link)
  const file = join(folder, `${px}.png`)
  writeFileSync(file, await sharp(data, { raw: info }).png().toBuffer())
  expect(
    execFileSync("zbarimg", ["--raw", "-q", file], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim(),
  ).toBe(link)
})
