// The PostgreSQL server is killed three times under fifteen clients and is back within seconds: what they notice, what is lost.
import { setTimeout as pause } from "node:timers/promises"
import { PATIENCE_MS } from "../../src/server/platform/db/database-errors.ts"
import { exactly, type Figure, fact } from "../support/figures.ts"
import type { PostgresServer } from "../support/postgres.ts"
import { inFolder, onSite, withPostgres } from "./broken-site.ts"
import { busyPeople, type Seen } from "./busy-people.ts"
import type { Program } from "./program.ts"

const KILLS = 3
const BETWEEN_MS = 2_000
/** and the server's own recovery: below what requests wait */
const AWAY_MS = 4_000
const SOON_MS = 1_200

/** @param awayMs between the end of the server and its next start */
export async function killedUnderPeople(
  server: PostgresServer,
  program: Program,
  dataDir: string,
  awayMs: number,
): Promise<Seen & { longestAwayMs: number }> {
  let longestAwayMs = 0
  const people = await busyPeople(program, dataDir)
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(BETWEEN_MS)
    await server.stop("immediate")
    const gone = performance.now()
    await pause(awayMs)
    await server.start()
    longestAwayMs = Math.max(longestAwayMs, performance.now() - gone)
  }
  await pause(BETWEEN_MS)
  return { ...(await people.stop()), longestAwayMs }
}

async function measure(awayMs: number): Promise<Figure[]> {
  return inFolder((folder) =>
    withPostgres((server, env) =>
      onSite(folder, env, async ({ program }) => {
        const { counts, refused, lost, longestMs, longestAwayMs } = await killedUnderPeople(
          server,
          program,
          folder,
          awayMs,
        )
        const what = `killed ${KILLS} times, back within ${(longestAwayMs / 1000).toFixed(1)} s`
        for (const line of new Set([...refused, ...lost])) process.stderr.write(`     ${line}\n`)
        const acts = [...counts].map(([name, count]) => `${count} ${name}`).join(", ")
        return [
          fact(`${what}: what 15 clients did`, acts),
          // Longer is another measurement (database-gone): a busy machine may take its time to start the server.
          longestAwayMs < PATIENCE_MS
            ? exactly(`${what}: answers other than 200`, refused.length, 0)
            : fact(`${what}: answers other than 200`, String(refused.length)),
          exactly(`${what}: acknowledged and lost`, lost.length, 0),
          fact(`${what}: the longest wait`, `${(longestMs / 1000).toFixed(1)} s`),
        ]
      }),
    ),
  )
}

export const databaseRestart = async (): Promise<Figure[]> => [...(await measure(SOON_MS)), ...(await measure(AWAY_MS))]
