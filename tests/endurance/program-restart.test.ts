// The running program on a PostgreSQL server that is killed three times under fifteen clients; `npm run faults` counts the same.
import { describe, expect, test } from "vitest"
import { POSTGRES } from "../engines/engines.ts"
import { inFolder, onSite, withPostgres } from "./broken-site.ts"
import { killedUnderPeople } from "./database-restart.ts"

describe.skipIf(POSTGRES === null)("the program, while its PostgreSQL server is killed and comes back", () => {
  test("no request gets a 5xx, and nothing acknowledged is lost", async () => {
    await inFolder((folder) =>
      withPostgres((server, env) =>
        onSite(folder, env, async ({ program }) => {
          const { refused, lost, counts } = await killedUnderPeople(server, program, folder, 1_200)
          expect({ refused, lost }).toEqual({ refused: [], lost: [] })
          for (const what of ["save", "photo", "deactivate", "reactivate"])
            expect(counts.get(what) ?? 0).toBeGreaterThan(0)
          return []
        }),
      ),
    )
  })
})
