// A process that purges: opens the database, sweeps once, says when it begins and how many it removed; it may be killed.
import { writeSync } from "node:fs"
import { compose } from "../../src/server/compose.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { silent } from "../engines/engines.ts"

const [DATABASE_URL = "", DATA_DIR = ""] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)
const config = readConfig({ DATABASE_URL, DATA_DIR, SECRET: "purge".repeat(8) })
const database = await openDatabase(config, silent)
const { purge } = compose({ config, database, clock: () => new Date(), log: silent })
say("purging")
say(`removed ${await purge.sweep()}`)
await database.close()
