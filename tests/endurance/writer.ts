// A process that writes rows without end and says which ones were acknowledged; it expects to be killed.
import { writeSync } from "node:fs"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { createLog } from "../../src/server/platform/log.ts"

const [DATA_DIR = "", round = "0"] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)
const database = await openDatabase(
  { DATABASE_URL: null, DATA_DIR },
  createLog(() => undefined),
)
await migrate(database)
await database.pool.query("create table if not exists written (round int, n int, body text, primary key (round, n))")
say("writing")
for (let n = 0; ; n++) {
  const row = [Number(round), n, "x".repeat(n % 500)]
  // Single statements and transactions in turn, now and then a checkpoint: a kill must hurt none of them.
  if (n % 3 === 0)
    await database.db.transaction(async (tx) => {
      await tx.execute(`insert into written values (${round}, ${n}, repeat('x', ${n % 500}))`)
      await tx.execute(`update written set body = body || '!' where round = ${round} and n = ${n}`)
    })
  else await database.pool.query("insert into written values ($1, $2, $3)", row)
  if (n % 100 === 99) await database.pool.query("checkpoint")
  say(`ok ${n}`)
}
