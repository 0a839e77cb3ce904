// Reads a QR code from a picture as a phone would: with zbar.
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"

/** @param picture encoded: PNG, JPEG, SVG @returns its texts, none when it reads no code */
export async function scan(picture: Buffer): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "scan-"))
  try {
    const file = join(folder, "code.png")
    writeFileSync(file, await sharp(picture).png().toBuffer())
    const xml = execFileSync("zbarimg", ["--xml", "-q", "-Sdisable", "-Sqrcode.enable", file], {
      stdio: ["ignore", "pipe", "ignore"],
    }).toString()
    return [...xml.matchAll(/<data><!\[CDATA\[(.*?)\]\]><\/data>/gs)].map(([, text = ""]) => text)
  } catch {
    return []
  } finally {
    rmSync(folder, { recursive: true })
  }
}
