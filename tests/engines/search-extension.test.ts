// A server that does not let the program create what it needs: the start says what to do, and works once that is done.
import pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ConfigError } from "../../src/server/platform/config/config.ts"
import { migrate, migrationsMissing } from "../../src/server/platform/db/migrate.ts"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { type PostgresServer, startPostgres } from "../support/postgres.ts"
import { POSTGRES, silent } from "./engines.ts"

describe.skipIf(POSTGRES === null)("a PostgreSQL server that gives the program few rights", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres(POSTGRES ?? "")
  })
  afterAll(() => server?.remove())

  test("reports in one sentence that pg_trgm cannot be created, then that tables cannot, and starts once an administrator has allowed both", async () => {
    const address = await server.createDatabase("few_rights")
    const superuser = new pg.Client({ connectionString: address })
    await superuser.connect()
    await superuser.query("create role lowly login")
    await superuser.query("grant all on schema public to lowly")
    const lowly = new URL(address)
    lowly.username = "lowly"
    const database = await openDatabase({ DATABASE_URL: lowly.href, DATA_DIR: "" }, silent)

    const refused = await migrate(database).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ConfigError)
    expect(String(refused)).toMatch(
      /extension pg_trgm.*permission denied.*"create extension pg_trgm" in this database\.$/,
    )

    await superuser.query("create extension pg_trgm")
    const stillRefused = await migrate(database).catch((error: unknown) => error)
    expect(stillRefused).toBeInstanceOf(ConfigError)
    expect(String(stillRefused)).toMatch(/user isn't allowed to create the tables.*alter database/)
    expect(await migrationsMissing(database)).toBeGreaterThan(0)

    await superuser.query("grant create on database few_rights to lowly")
    await migrate(database)
    expect(await migrationsMissing(database)).toBe(0)
    await database.close()
    await superuser.end()
  })
})
