// Codes with a contact are read back by three decoders, as small as a card in a dialog.
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { BinaryBitmap, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from "@zxing/library"
import jsQR from "jsqr"
import sharp from "sharp"
import { afterAll, describe, expect, test } from "vitest"
import { pngOf } from "../../../tests/support/pictures.ts"
import { CONTACT_QR_OCTETS } from "../limits.ts"
import { contactModules } from "./contact-code.ts"
import { pathOf, QUIET_MODULES } from "./qr.ts"
import { smallVcard } from "./vcard.ts"

/** The width of the box. A code has whole pixels for each module, as on the page (qr-code.tsx). */
const BOX_PX = 180
const MODULES_MAX = 69

const folder = mkdtempSync(join(tmpdir(), "meishi-contact-code-"))
afterAll(() => rmSync(folder, { recursive: true }))

const profile = {
  id: "0190c5d0-1111-7000-8000-000000000001",
  username: "anna",
  full_name: "Anna Maria Meier",
  job_title: "Gardener",
  business_name: "Meier & Co",
  business_phone: "+49 30 1234567",
  email: "anna@example.com",
  address: "",
  bio: "",
  profile_picture: "",
  ...{ profile_items: [], field_visibility: {}, is_indexed: true, takes_details: false },
  social_media: {},
  updated_at: "2026-05-01T12:00:00.000Z",
}
const url = "https://cards.a-long-company-name.example/anna-maria-meier"

const CONTACTS = {
  "an American name": {},
  "a short Chinese name": { full_name: "山田 太郎", job_title: "", business_name: "" },
  "one Chinese letter": { full_name: "李", job_title: "", business_name: "", business_phone: "", email: "" },
  "60 Chinese letters": { full_name: "名刺交換会".repeat(12) },
  "half-width Japanese letters": { full_name: "ﾔﾏﾀﾞ ﾀﾛｳ", business_name: "ｶﾌﾞｼｷｶﾞｲｼｬ" },
  "Arabic letters": { full_name: "محمد عبد الرحمن", job_title: "مهندس معماري" },
  umlauts: { full_name: "Jürgen Größling", business_name: "Müßiggänger & Söhne" },
  emoji: { full_name: "Mika 🌸", job_title: "🍵 👩‍🚀" },
  "long texts everywhere": { full_name: "x".repeat(100), job_title: "刺".repeat(100), business_name: "名".repeat(100) },
}

function svgOf(rows: boolean[][]): string {
  const { size, path } = pathOf(rows)
  const px = size * Math.floor(BOX_PX / size)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${px}" height="${px}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" transform="translate(0 .5)" d="${path}"/></svg>`
}

describe.each(Object.entries(CONTACTS))("a code with %s", (name, fields) => {
  const text = smallVcard({ profile: { ...profile, ...fields }, url })
  const rows = contactModules(text)

  test("has at most 69 by 69 modules", () => {
    expect(rows.length - 2 * QUIET_MODULES).toBeLessThanOrEqual(MODULES_MAX)
  })

  test("is read by zbar, jsQR and ZXing at 180 px", async () => {
    const picture = sharp(await pngOf(svgOf(rows)))
    const { data, info } = await picture.clone().ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(text)

    const grey = await picture.clone().toColourspace("b-w").raw().toBuffer()
    const source = new RGBLuminanceSource(new Uint8ClampedArray(grey), info.width, info.height)
    const bitmap = new BinaryBitmap(new HybridBinarizer(source))
    expect(new QRCodeReader().decode(bitmap).getText()).toBe(text)

    const file = join(folder, `${name}.png`)
    writeFileSync(file, await picture.png().toBuffer())
    const read = execFileSync("zbarimg", ["--raw", "-q", "--oneshot", file], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    })
    expect(read).toBe(text)
  })
})

test("the largest card that is made fills a code of 69 by 69 modules", () => {
  for (const letter of ["x", "é"]) {
    const size = (count: number) => contactModules(letter.padEnd(count, "x")).length - 2 * QUIET_MODULES
    expect(size(CONTACT_QR_OCTETS - 1)).toBe(MODULES_MAX)
    expect(size(CONTACT_QR_OCTETS + 2)).toBeGreaterThan(MODULES_MAX)
  }
})
