// The same site, with the same accounts, under other settings of the operator.
import { createApp } from "../../src/server/app.ts"
import { compose } from "../../src/server/compose.ts"
import { openBuild } from "../../src/server/delivery/pages/build.ts"
import { createPages } from "../../src/server/delivery/pages/pages.ts"
import type { Config } from "../../src/server/platform/config/config.ts"
import type { TestApp } from "./app.ts"

const BUILD = new URL("../../build/", import.meta.url)

export function underPolicy(site: TestApp, changed: Partial<Config>): TestApp {
  const given = site.services
  const services = compose({ ...given, config: { ...given.config, ...changed } })
  return { ...site, app: createApp(services, createPages(openBuild(BUILD), services)), services }
}
