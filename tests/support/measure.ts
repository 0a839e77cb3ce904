// Runs measurements by name and writes what they found into a page of the documents: figures beside what they have to reach.
import { readFileSync, writeFileSync } from "node:fs"
import { availableParallelism, loadavg } from "node:os"
import type { Figure, Measurement } from "./figures.ts"

/** name on the command line and on the page → what measures it */
export type Measurements = Record<string, () => Promise<Measurement>>

const HEAD = "| Measurement | What | Target | Figure | Machine | Date |\n| --- | --- | --- | --- | --- | --- |\n"

/** The rows of a measurement take the place of its older ones, in the order of the list; what stands around the table stays. */
function write(page: string, names: string[], name: string, rows: string[]): void {
  const [text = "", behind = ""] = readFileSync(page, "utf8").split(HEAD)
  const lines = behind.split("\n")
  const end = lines.findIndex((line) => !line.startsWith("| "))
  const others = lines.slice(0, end).filter((row) => !row.startsWith(`| ${name} |`))
  const place = (row: string) => names.indexOf(/^\| (\S+) \|/.exec(row)?.[1] ?? "")
  const sorted = [...others, ...rows].sort((a, b) => place(a) - place(b))
  writeFileSync(page, text + HEAD + [...sorted, ...lines.slice(end)].join("\n"))
}

/** Of the last minute: what else the machine did before, and everything together after. */
const busy = (): string => (loadavg()[0] ?? 0).toFixed(1)

/**
 * @param page the document, with the table's head in it
 * @param asked names; none: all of them
 * @returns how many targets were missed; the page is written then, too. Throws when a name is unknown.
 */
export async function measure(page: string, measurements: Measurements, asked: string[]): Promise<number> {
  const names = Object.keys(measurements)
  const unknown = asked.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}. There is: ${names.join(", ")}`)
  let missed = 0
  for (const [name, load] of Object.entries(measurements)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    process.stdout.write(`${name}\n`)
    const before = busy()
    const figures: Figure[] = await (await load())()
    const machine = `${availableParallelism()} cores, Node ${process.versions.node}, load ${before} to ${busy()}`
    const date = new Date().toISOString().slice(0, 10)
    const rows: string[] = []
    for (const { what, target, figure, isMet } of figures) {
      process.stdout.write(`${isMet ? "ok  " : "MISS"} ${what}: ${figure} (target ${target})\n`)
      rows.push(`| ${name} | ${what} | ${target} | ${figure}${isMet ? "" : " (missed)"} | ${machine} | ${date} |`)
      if (!isMet) missed += 1
    }
    write(page, names, name, rows)
  }
  process.stdout.write(missed === 0 ? "all targets met\n" : `${missed} missed\n`)
  return missed
}
