// `npm run bench [-- name …]`: speed and size, in one run beside what does not change: a raw node:http server, nginx, the same
// program with few people. Writes what it measured into docs/evidence/performance.md, and what follows from it into docs/scale.md;
// without names everything but Lighthouse, which is fetched when asked for, and the million, which takes long to fill in. Fails when a target
// is missed.
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { measure } from "../support/measure.ts"
import { stopAll } from "./processes.ts"

const PAGE = "docs/evidence/performance.md"
/** Those that take long: only when asked for. */
const LONG = ["lighthouse", "million"]

const folder = mkdtempSync(join(tmpdir(), "meishi-bench-"))
const MEASUREMENTS = {
  "public-page": async () => (await import("./public-page.ts")).publicPage.bind(null, folder),
  "many-people": async () => (await import("./many-people.ts")).manyPeople.bind(null, folder),
  million: async () => (await import("./many-people.ts")).million.bind(null, folder),
  "small-server": async () => (await import("./small-server.ts")).smallServer.bind(null, folder),
  passkeys: async () => (await import("./passkeys.ts")).passkeys.bind(null, folder),
  "address-book": async () => (await import("./address-book.ts")).addressBook.bind(null, folder),
  people: async () => (await import("./people.ts")).people.bind(null, folder),
  "hand-over": async () => (await import("./hand-over.ts")).handOver.bind(null, folder),
  "page-memory": async () => (await import("./page-memory.ts")).pageMemory,
}

const given = process.argv.slice(2)
const asked = given.length > 0 ? given : Object.keys(MEASUREMENTS).filter((name) => !LONG.includes(name))
const tables = asked.filter((name) => name !== "lighthouse")
let missed = 0
try {
  if (asked.includes("lighthouse")) {
    const { lighthouse } = await import("./lighthouse.ts")
    await lighthouse(folder, (what) => {
      process.stdout.write(`MISS ${what}\n`)
      missed += 1
    })
  }
  if (tables.length > 0) missed += await measure(PAGE, MEASUREMENTS, tables)
  execFileSync(process.execPath, ["scripts/scale-page.ts", "--write"], { stdio: "inherit" })
} finally {
  await stopAll()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(missed === 0 ? 0 : 1)
