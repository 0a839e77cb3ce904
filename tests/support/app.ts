// The whole application on a fresh database, without a socket: `app.request(…)`. The clock stands still until moved.
import type { Hono } from "hono"
import { createApp } from "../../src/server/app.ts"
import { compose, type Services } from "../../src/server/compose.ts"
import { openBuild } from "../../src/server/delivery/pages/build.ts"
import { createPages } from "../../src/server/delivery/pages/pages.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import type { RequestEnv } from "../../src/server/platform/http/env.ts"
import { createLog } from "../../src/server/platform/log.ts"
import { withCheckedAnswers } from "./answers.ts"
import { freshDatabase } from "./database.ts"
import { quickPasswords } from "./quick-passwords.ts"

export const ORIGIN = "http://meishi.test"
const BUILD = new URL("../../build/", import.meta.url)

export interface TestApp {
  app: Hono<RequestEnv>
  services: Services
  /** lines the server logged, parsed */
  logged: Record<string, unknown>[]
  advance(ms: number): void
  close(): Promise<void>
}

export async function testApp(env: Record<string, string> = {}, passwords = quickPasswords()): Promise<TestApp> {
  const database = await freshDatabase()
  const logged: Record<string, unknown>[] = []
  let now = new Date("2026-05-01T12:00:00Z").getTime()
  const services = compose({
    config: readConfig({
      PUBLIC_ORIGIN: ORIGIN,
      DATA_DIR: database.dataDir,
      SECRET: "test".repeat(16),
      ...database.env,
      ...env,
    }),
    database,
    clock: () => new Date(now),
    passwords,
    log: createLog((line) => logged.push(JSON.parse(line))),
  })
  return {
    app: withCheckedAnswers(createApp(services, createPages(openBuild(BUILD), services))),
    services,
    logged,
    advance: (ms) => {
      now += ms
    },
    close: () => database.close(),
  }
}
