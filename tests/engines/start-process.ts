// A process of its own that opens the database, brings its tables up to date and ends: what every start of the program does.
import { migrate } from "../../src/server/db/migrate.ts"
import { openDatabase } from "../../src/server/db/open.ts"
import { createLog } from "../../src/server/log.ts"

const [DATABASE_URL = "", DATA_DIR = ""] = process.argv.slice(2)
const database = await openDatabase(
  { DATABASE_URL: DATABASE_URL || null, DATA_DIR },
  createLog(() => undefined),
)
await migrate(database)
process.stdout.write("started\n")
await database.close()
