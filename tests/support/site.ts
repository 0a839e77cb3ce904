// The whole site behind a real socket in this process, with a clock that runs and emails that are sent: what a browser visits where
// the test needs nothing from the program itself. It starts in milliseconds, and its code is warm from the tests before.
import { createApp } from "../../src/server/app.ts"
import { compose } from "../../src/server/compose.ts"
import { openBuild } from "../../src/server/delivery/pages/build.ts"
import { createPageFastPath } from "../../src/server/delivery/pages/page-fast-path.ts"
import { createPages } from "../../src/server/delivery/pages/pages.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { listen } from "../../src/server/platform/http/listen.ts"
import { createLog } from "../../src/server/platform/log.ts"
import { CHOSEN } from "./chosen-engine.ts"
import { embeddedDatabase } from "./database.ts"
import { freePort } from "./free-port.ts"
import { closeServer, keepConnections } from "./listening-app.ts"
import { quickPasswords } from "./quick-passwords.ts"
import { startServer } from "./server.ts"
import { mailTo, type TestServer } from "./test-server.ts"

const BUILD = new URL("../../build/", import.meta.url)

/** @param env settings that differ from the defaults. With TEST_ENGINE they are two programs behind nginx. */
export async function startSite(env: Record<string, string> = {}): Promise<TestServer> {
  if (CHOSEN !== "") return startServer(env)
  const database = await embeddedDatabase()
  const { dataDir } = database
  const port = await freePort()
  const origin = `http://localhost:${port}`
  let text = ""
  const services = compose({
    config: readConfig({ PUBLIC_ORIGIN: origin, DATA_DIR: dataDir, SECRET: "test".repeat(16), ...env }),
    database,
    clock: () => new Date(),
    passwords: quickPasswords(),
    log: createLog((line) => {
      text += line
    }),
  })
  const pages = createPages(openBuild(BUILD), services)
  const app = createApp(services, pages)
  const server = await listen(app, createPageFastPath(pages, services), { host: "127.0.0.1", port })
  keepConnections(server)
  services.mail.start()
  return {
    origin,
    dataDir,
    output: () => text,
    mailTo: (address, skip = 0) => mailTo(dataDir, address, skip),
    async stop() {
      await closeServer(server)
      await services.mail.stop()
      await services.insights.flush()
      await database.close()
    },
  }
}
