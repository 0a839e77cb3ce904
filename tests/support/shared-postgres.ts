// One PostgreSQL server for all test files that ask for a database on one, with the tables ready to be copied.
import { randomUUID } from "node:crypto"
import pg from "pg"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { createLog } from "../../src/server/platform/log.ts"
import { findPostgres, startPostgres } from "./postgres.ts"

const TEMPLATE = "with_tables"
/** Three files at once, each with several pools of ten. No test asks this one what is left after a crash. */
const OPTIONS = ["max_connections=400", "fsync=off", "full_page_writes=off"].flatMap((option) => ["-c", option])

/** Before all tests of the projects that name it in their globalSetup. */
export async function setup() {
  const bin = findPostgres()
  if (bin === null) return
  const server = await startPostgres(bin, OPTIONS)
  const DATABASE_URL = await server.createDatabase(TEMPLATE)
  const database = await openDatabase(
    { DATABASE_URL, DATA_DIR: "" },
    createLog(() => undefined),
  )
  await migrate(database)
  await database.close()
  process.env.TEST_POSTGRES_URL = DATABASE_URL
  return () => server.remove()
}

async function onServer(statement: string): Promise<string> {
  const url = new URL(process.env.TEST_POSTGRES_URL ?? "")
  url.pathname = "/postgres"
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(statement).finally(() => client.end())
  return url.href
}

export interface SharedDatabase {
  url: string
  remove(): Promise<void>
}

/** @param hasTables as the migrations make them; otherwise it is empty */
export async function sharedDatabase(hasTables: boolean): Promise<SharedDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`
  const url = new URL(await onServer(`create database ${name} template ${hasTables ? TEMPLATE : "template1"}`))
  url.pathname = `/${name}`
  return { url: url.href, remove: async () => void (await onServer(`drop database if exists ${name} with (force)`)) }
}
