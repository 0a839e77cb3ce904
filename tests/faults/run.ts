// `npm run faults [-- name …]`: breaks the running program on purpose and writes what it measured into docs/reliability.md.
// Without names everything is measured. Fails when a target is missed; the page is written then, too.
import { readFileSync, writeFileSync } from "node:fs"
import { availableParallelism, loadavg } from "node:os"
import type { Figure, Measurement } from "./measurement.ts"

/** name on the command line and on the page → what measures it */
const MEASUREMENTS: Record<string, () => Promise<Measurement>> = {
  "login-storm": async () => (await import("./login-storm.ts")).loginStorm,
  "upload-storm": async () => (await import("./upload-storm.ts")).uploadStorm,
  "disk-full": async () => (await import("./disk-full.ts")).diskFull,
  "database-restart": async () => (await import("./database-restart.ts")).databaseRestart,
  "database-gone": async () => (await import("./database-gone.ts")).databaseGone,
  "storage-gone": async () => (await import("./storage-gone.ts")).storageGone,
  "mail-gone": async () => (await import("./mail-gone.ts")).mailGone,
  "kill-9": async () => (await import("./kill-9.ts")).kill9,
  "slow-clients": async () => (await import("./slow-clients.ts")).slowClients,
  "clock-jump": async () => (await import("./clock-jump.ts")).clockJump,
}

const PAGE = "docs/reliability.md"
const HEAD = "| Measurement | What | Target | Figure | Machine | Date |\n| --- | --- | --- | --- | --- | --- |\n"

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(MEASUREMENTS, name))
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(", ")}. There is: ${Object.keys(MEASUREMENTS).join(", ")}\n`)
  process.exit(2)
}

/** The rows of a measurement take the place of its older ones; its order on the page is that of the list. */
function write(name: string, rows: string[]): void {
  const page = readFileSync(PAGE, "utf8")
  const [text = "", table = ""] = page.split(HEAD)
  const others = table.split("\n").filter((row) => row.startsWith("| ") && !row.startsWith(`| ${name} |`))
  const place = (row: string) => Object.keys(MEASUREMENTS).indexOf(/^\| (\S+) \|/.exec(row)?.[1] ?? "")
  const sorted = [...others, ...rows].sort((a, b) => place(a) - place(b))
  writeFileSync(PAGE, `${text}${HEAD}${sorted.join("\n")}\n`)
}

/** Of the last minute: what else the machine did before, and everything together after. */
const busy = (): string => (loadavg()[0] ?? 0).toFixed(1)

let missed = 0
for (const [name, load] of Object.entries(MEASUREMENTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  process.stdout.write(`${name}\n`)
  const before = busy()
  const figures: Figure[] = await (await load())()
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}, load ${before} to ${busy()}`
  const date = new Date().toISOString().slice(0, 10)
  for (const { what, target, figure, isMet } of figures)
    process.stdout.write(`${isMet ? "ok  " : "MISS"} ${what}: ${figure} (target ${target})\n`)
  missed += figures.filter(({ isMet }) => !isMet).length
  write(
    name,
    figures.map(
      ({ what, target, figure, isMet }) =>
        `| ${name} | ${what} | ${target} | ${figure}${isMet ? "" : " (missed)"} | ${machine} | ${date} |`,
    ),
  )
}
process.stdout.write(missed === 0 ? "all targets met\n" : `${missed} missed\n`)
process.exit(missed === 0 ? 0 : 1)
