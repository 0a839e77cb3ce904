// A fresh, migrated database per test file.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrate } from "../../src/server/db/migrate.ts"
import { type OpenDatabase, openDatabase } from "../../src/server/db/open.ts"
import { createLog } from "../../src/server/log.ts"

export async function freshDatabase(): Promise<OpenDatabase & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), "meishi-"))
  const database = await openDatabase(
    { DATABASE_URL: null, DATA_DIR: dataDir },
    createLog(() => undefined),
  )
  await migrate(database)
  return {
    ...database,
    dataDir,
    async close() {
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
