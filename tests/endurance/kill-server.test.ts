// kill -9 for the whole program while people sign up, save, upload and activate cards: what was acknowledged is there after the
// next start. `npm run faults -- kill-9` does it fifty times on each engine.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { KEEPER } from "./acknowledged-work.ts"
import { inFolder, onSite } from "./broken-site.ts"
import { killRounds } from "./kill-rounds.ts"

const ROUNDS = 3

test(
  `killed ${ROUNDS} times under load, it loses nothing that was acknowledged`,
  () =>
    inFolder((folder) =>
      onSite(folder, { ADMIN_EMAIL: KEEPER }, async (site) => {
        const { counts, refused, lost, left } = await killRounds(site, ROUNDS, true)
        expect({ refused, lost, left }).toEqual({ refused: [], lost: [], left: [] })
        expect(Math.min(...Object.values(counts))).toBeGreaterThan(0)
        expect(existsSync(join(folder, "database.new"))).toBe(false)
      }),
    ),
  ROUNDS * 60_000,
)
