// The folder for what is being received or written: whatever a killed process left there goes at the next start.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"

const ABANDONED_MS = 86_400_000

/**
 * Makes a folder of this process' own below `base`.
 * @param alone no other process uses `base`; otherwise only what is a day old is taken for abandoned
 */
export function incomingFolder(base: string, alone: boolean, now: Date): string {
  mkdirSync(base, { recursive: true })
  for (const name of readdirSync(base)) {
    const path = join(base, name)
    const left = alone || now.getTime() - statSync(path).mtimeMs > ABANDONED_MS
    if (left) rmSync(path, { recursive: true, force: true })
  }
  return mkdtempSync(join(base, "process-"))
}
