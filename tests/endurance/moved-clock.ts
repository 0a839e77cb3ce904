// Moves the system's clock under a running program, by libfaketime (Debian: libfaketime).
import { existsSync, readdirSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { Program } from "./program.ts"

const NOTICED_WITHIN_MS = 20_000
const CLOSE_MS = 5_000

function findFakeTime(): string | undefined {
  const folders = existsSync("/usr/lib") ? readdirSync("/usr/lib").map((name) => join("/usr/lib", name)) : []
  const files = folders.map((folder) => join(folder, "faketime/libfaketime.so.1"))
  return files.find((file) => existsSync(file))
}

/** undefined: not installed here */
export const FAKE_TIME = findFakeTime()

export interface MovedClock {
  /** to start the program with */
  env: Record<string, string>
  /** Resolves when the program has noticed; the library looks at its file every second. */
  move(program: Program, ms: number): Promise<void>
}

/** @param folder outlives the program */
export async function movedClock(folder: string): Promise<MovedClock> {
  const file = join(folder, "clock")
  await writeFile(file, "+0\n")
  return {
    env: { LD_PRELOAD: FAKE_TIME ?? "", FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: "1" },
    async move({ origin }, ms) {
      await writeFile(file, `${ms < 0 ? "-" : "+"}${Math.abs(ms) / 1000}\n`)
      const hasMoved = async () => {
        // When the program notices, it ends its idle connections, which may be this one.
        const answer = await fetch(`${origin}/api/health/live`).catch(() => null)
        const ahead = Date.parse(answer?.headers.get("date") ?? "") - Date.now()
        return Math.abs(ahead - ms) <= CLOSE_MS
      }
      const deadline = performance.now() + NOTICED_WITHIN_MS
      while (!(await hasMoved())) {
        if (performance.now() > deadline) throw new Error("the program's clock did not move")
        await pause(200)
      }
    },
  }
}
