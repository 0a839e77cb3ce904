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

/** For a process that runs one command: the program itself stops in its own way. Exits as a shell expects it, with 128 and the signal. */
export function removeWhenInterrupted(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => {
      for (const path of paths) rmSync(path, { recursive: true, force: true })
      process.exit(128 + constants.signals[signal])
    })
}
