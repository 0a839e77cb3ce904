// What an interrupted upload or write leaves behind, and what no start may leave there.
import { readdir } from "node:fs/promises"
import { join } from "node:path"

/** @returns names below the data folder; the running process's own empty folder is none of them */
export async function temporaryFiles(dataDir: string): Promise<string[]> {
  const [own = "", ...others] = await readdir(join(dataDir, "incoming"))
  const inside = await readdir(join(dataDir, "incoming", own))
  const parts = (await readdir(dataDir, { recursive: true })).filter((name) => /\.(part|new|tmp)$/.test(name))
  return [...others, ...inside, ...parts]
}
