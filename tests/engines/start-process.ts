// A process of its own that opens the database, brings its tables up to date and ends: what every start of the program does.
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { createLog } from "../../src/server/platform/log.ts"

const [DATABASE_URL = "", DATA_DIR = ""] = process.argv.slice(2)
const database = await openDatabase(
  { DATABASE_URL: DATABASE_URL || null, DATA_DIR },
  createLog(() => undefined),
)
await migrate(database)
process.stdout.write("started\n")
await database.close()
