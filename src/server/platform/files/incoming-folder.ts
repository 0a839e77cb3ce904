// The folder for files that are being received or written. The next start removes what a killed process left there.
import { createHash, randomUUID } from "node:crypto"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { DAY_MS } from "../../../domain/time.ts"

const ABANDONED_MS = DAY_MS

/** Identifies the boot and the container within which a process id is unique; null where that is unknown. */
function numberedHere(): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8")
    return createHash("sha256").update(boot).update(readlinkSync("/proc/self/ns/pid")).digest("hex").slice(0, 16)
  } catch {
    return null
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH")
  }
}

/** A process of this machine that has ended, or had this process's id before. */
function isOver(name: string, here: string | null): boolean {
  const [, where, pid] = /^(?:process|restoring)-([\da-f]{16})-(\d+)-/.exec(name) ?? []
  return here !== null && where === here && (Number(pid) === process.pid || !isRunning(Number(pid)))
}

/** False for one that its process removes meanwhile. */
function isOld(path: string, now: Date): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && now.getTime() - found.mtimeMs > ABANDONED_MS
}

/**
 * Makes a folder for this process below `base`.
 * @param alone no other process uses `base`; otherwise folders that others may need stay until they are a day old
 */
export function incomingFolder(base: string, alone: boolean, now: Date): string {
  mkdirSync(base, { recursive: true })
  const here = numberedHere()
  // Before this process makes its own: they would be taken for those of an earlier one with its id.
  for (const name of readdirSync(base)) {
    const path = join(base, name)
    if (alone || isOver(name, here) || isOld(path, now)) rmSync(path, { recursive: true, force: true })
  }
  return ownFolder(base)
}

/** A new folder below `base`, which is there. Should this process be killed, the next one that starts on this machine removes it. */
export const ownFolder = (base: string): string => makeOwn(base, "process-")

const RESTORING = "restoring-"

/** Of a restore, for the archive that it is given: beside `incoming`, which it empties later. Removes what killed ones left. */
export function restoringFolder(dataDir: string, now: Date): string {
  removeLeftRestores(dataDir, now)
  return makeOwn(dataDir, RESTORING)
}

/** An archive holds everyone's data. One that is being restored stays. */
export function removeLeftRestores(dataDir: string, now: Date): void {
  const here = numberedHere()
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name)
    if (name.startsWith(RESTORING) && (isOver(name, here) || isOld(path, now)))
      rmSync(path, { recursive: true, force: true })
  }
}

function makeOwn(base: string, prefix: string): string {
  const here = numberedHere()
  return mkdtempSync(join(base, `${prefix}${here === null ? "" : `${here}-${process.pid}-`}`))
}

/** A new file's path. Makes its folder again in case another machine removed it as abandoned. */
export async function incomingPath(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  return join(folder, randomUUID())
}
