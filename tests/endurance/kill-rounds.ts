// kill -9 for the whole program under load, again and again, and what is missing after each start.
import { setTimeout as pause } from "node:timers/promises"
import { type AcknowledgedWork, acknowledgedWork } from "./acknowledged-work.ts"
import type { BrokenSite } from "./broken-site.ts"
import { temporaryFiles } from "./left-behind.ts"

const LEFT_WITHIN_MS = 10_000

export interface KillRounds extends Pick<AcknowledgedWork, "counts" | "refused"> {
  lost: string[]
  /** temporary files that a start left where they were */
  left: string[]
}

/** Letters that were waiting are being written after a start: those are not left over. */
async function stillThere(dataDir: string): Promise<string[]> {
  const deadline = performance.now() + LEFT_WITHIN_MS
  for (;;) {
    const names = await temporaryFiles(dataDir)
    if (names.length === 0 || performance.now() > deadline) return names
    await pause(100)
  }
}

/** @param isAlone no other process uses the folder, so that a start may clear all of it */
export async function killRounds(site: BrokenSite, rounds: number, isAlone: boolean): Promise<KillRounds> {
  const work = await acknowledgedWork(site.program, site.dataDir)
  const lost: string[] = []
  const left: string[] = []
  for (let round = 0; round < rounds; round++) {
    await work.newCards()
    const working = work.untilGone()
    await pause(300 + Math.random() * 2_500)
    await site.program.kill()
    await working
    await site.restart()
    if (isAlone) left.push(...(await stillThere(site.dataDir)))
    lost.push(...(await work.lost()))
  }
  lost.push(...(await work.lostOfAll()))
  return { counts: work.counts, refused: work.refused, lost, left }
}
