// A folder in memory for the data of the tests: they flush to the disk all the time, and only `endurance` asks what is left of it.
import { mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs"
import { join } from "node:path"

const MEMORY = "/dev/shm"
const NEEDED_BYTES = 2 * 2 ** 30
const PREFIX = "meishi-tests-"

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}

/** What runs that were killed left behind. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY))
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length))))
      rmSync(join(MEMORY, name), { recursive: true, force: true })
}

/** @returns where temporary files go, or null where memory is missing or too small: then they go to the usual place */
export const memoryFolder = (): string | null => (hasRoom() ? join(MEMORY, `${PREFIX}${process.pid}`) : null)

export function setup() {
  const folder = memoryFolder()
  if (folder === null) return
  removeAbandoned()
  // PostgreSQL's own user has to pass through.
  mkdirSync(folder, { mode: 0o711, recursive: true })
  return () => rmSync(folder, { recursive: true, force: true })
}
