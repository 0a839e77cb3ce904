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
  "public-page": async () => {
    const { publicPage } = await import("./public-page.ts")
    return () => publicPage(folder)
  },
  "many-people": async () => {
    const { manyPeople } = await import("./many-people.ts")
    return () => manyPeople(folder)
  },
  million: async () => {
    const { million } = await import("./many-people.ts")
    return () => million(folder)
  },
  "small-server": async () => {
    const { smallServer } = await import("./small-server.ts")
    return () => smallServer(folder)
  },
  passkeys: async () => {
    const { passkeys } = await import("./passkeys.ts")
    return () => passkeys(folder)
  },
  "address-book": async () => {
    const { addressBook } = await import("./address-book.ts")
    return () => addressBook(folder)
  },
  people: async () => {
    const { people } = await import("./people.ts")
    return () => people(folder)
  },
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
