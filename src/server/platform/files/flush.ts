// Makes a change survive a power cut.
import { open } from "node:fs/promises"

/** Flushes a file, or a folder: new and renamed entries survive a power cut once their folder is flushed. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
