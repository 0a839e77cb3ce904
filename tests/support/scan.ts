// Reads QR codes from a picture as a phone would: with zbar.
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** zbar's own word for a picture without a code. */
const NO_CODE = 4

/** @param png see pngOf (pictures.ts) for an SVG @returns its texts, none when it reads no code */
export function scan(png: Buffer): string[] {
  const folder = mkdtempSync(join(tmpdir(), "scan-"))
  try {
    const file = join(folder, "code.png")
    writeFileSync(file, png)
    const args = ["--xml", "-q", "-Sdisable", "-Sqrcode.enable", file]
    const { status, stdout, stderr } = spawnSync("zbarimg", args, { encoding: "utf8" })
    if (status === NO_CODE) return []
    if (status !== 0) throw new Error(`zbarimg ended with ${status}: ${stderr}`)
    return [...stdout.matchAll(/<data[^>]*><!\[CDATA\[(.*?)\]\]><\/data>/gs)].map(([, text = ""]) => text)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
