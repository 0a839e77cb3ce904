// Files of a backup or a restore that nothing may outlive: they hold everyone's data. They are removed when the work ends, or when the
// operator interrupts the command.
import { rmSync } from "node:fs"
import { rm } from "node:fs/promises"
import { constants } from "node:os"

const paths = new Set<string>()

/** @returns removes `path`, a file or a folder; a missing one is no error */
export function temporary(path: string): () => Promise<void> {
  paths.add(path)
  return async () => {
    await rm(path, { recursive: true, force: true })
    paths.delete(path)
  }
}

/**
 * For a process that runs one command: the program itself stops in its own way. Also when the command fails, which ends the process
 * before all of its work has: such as when the reader of a backup goes away. A signal exits as a shell expects it, with 128 and the signal.
 */
export function removeAtEnd(): void {
  process.once("exit", () => {
    for (const path of paths) removeNow(path)
  })
  // Not once: a second signal meanwhile, as Ctrl-C sends one through scripts/run.mjs, would kill the process at once.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => process.exit(128 + constants.signals[signal]))
}

const TRIES = 5

/** Files may still be written to a folder, by a call of the system that is under way. */
function removeNow(path: string): void {
  for (let at = 1; at <= TRIES; at++) {
    try {
      rmSync(path, { recursive: true, force: true })
      return
    } catch (error) {
      if (at === TRIES)
        process.stderr.write(`Remove ${path}: it holds everyone's data (${(error as Error).message}).\n`)
    }
  }
}
