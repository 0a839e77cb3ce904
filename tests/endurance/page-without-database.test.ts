// A visit while the PostgreSQL server is gone: it waits once, and gets a page that says so.
import { expect, test } from "vitest"
import { POSTGRES } from "../engines/engines.ts"
import { startPostgres } from "../support/postgres.ts"
import { ask, isPutOff } from "./answers.ts"
import { inFolder, onSite } from "./broken-site.ts"
import { newMember } from "./people.ts"

/** Ten seconds of patience, and what a busy machine adds; twice as long as that would be a second wait. */
const ANSWERED_WITHIN_MS = 15_000

test.skipIf(POSTGRES === null)(
  "a profile, in memory or not, and a card wait once for the database and then say so",
  async () => {
    const server = await startPostgres(POSTGRES ?? "")
    try {
      const env = { DATABASE_URL: await server.createDatabase("away"), SECRET: "a secret for this test, ".repeat(3) }
      await inFolder((folder) =>
        onSite(folder, env, async ({ program }) => {
          await newMember(program, folder, "ada")
          const visit = (path: string) => ask(program.origin + path, { headers: { accept: "text/html" } })
          expect((await visit("/ada")).status).toBe(200)
          await server.stop("immediate")
          // "ben" was never asked for, and no one knows whether the card exists.
          const card = `/card/${"a".repeat(26)}`
          for (const answer of await Promise.all(["/ada", "/ben", "/ada?from=card", card].map(visit))) {
            expect(answer.status).toBe(503)
            expect(isPutOff(answer)).toBe(true)
            expect(answer.text).toMatch(/try again/i)
            expect(answer.ms).toBeLessThan(ANSWERED_WITHIN_MS)
          }
          expect((await visit("/about")).status).toBe(200)
          await server.start()
          expect((await visit("/ada")).status).toBe(200)
        }),
      )
    } finally {
      await server.remove()
    }
  },
)
