// The modules of a QR code with a contact. Separate from qr.ts, because links need neither this encoder nor the time to load it.
import { correction, generate, mode } from "lean-qr"
import { QUIET_MODULES } from "./qr.ts"

/**
 * Rows of modules at level M or higher, quiet zone included; true is dark. Texts other than ASCII are marked as UTF-8 (ECI 26): readers
 * that guess take short Chinese texts for Shift JIS. @throws Error when it is more than a code holds
 */
export function contactModules(text: string): boolean[][] {
  const { ascii, utf8 } = mode
  const encoded = /^\p{ASCII}*$/u.test(text) ? ascii(text) : utf8(text)
  const code = generate(encoded, { minCorrectionLevel: correction.M })
  const side = Array.from({ length: code.size + 2 * QUIET_MODULES }, (_, at) => at - QUIET_MODULES)
  return side.map((y) => side.map((x) => code.get(x, y)))
}
