// The house rules that a linter does not know: who may import whom, how large a file may grow, which words may not appear.
// Every complaint says what to do instead. See CONTRIBUTING.md.
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { judgeDocs } from "./check-docs.mjs"

const LARGEST = 300
const P90 = 180
const MEDIAN = 70
/** What rules may be built on: schemas, QR codes, and the numbering plans of the world. */
const DOMAIN_PACKAGES = ["zod", "qr", "lean-qr", "libphonenumber-js"]
const IMPORT = /^\s*(import|export)\s+(type\s+)?(?:[^"']*?\sfrom\s+)?["']([^"']+)["']/gm

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "src"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file))
const isTest = (file) => /\.test\.tsx?$/.test(file)
const complaints = []
const complain = (file, sentence) => complaints.push(`${file}: ${sentence}`)

const room = (file) => file.split("/")[1]
/** Inside of the server: platform, features, delivery, operations, or a file of its root. */
const layer = (file) => (file.split("/").length > 3 ? file.split("/")[2] : "root")
/** src/server/features/cards/… → features/cards */
const subject = (file) => file.split("/").slice(2, 4).join("/")
const isStore = (file) => /(^|[/-])store\.ts$/.test(file)
/** Stores, and the files of a feature that hold the rules and the queries of one capability, such as loss.ts. */
const mayNameTables = (file) => isStore(file) || (layer(file) === "features" && !/(routes|service)\.ts$/.test(file))
/** Each layer imports from itself and from those before it. */
const LAYERS = ["platform", "features", "delivery", "operations", "root"]

/** The complaint about one import of a source file, or undefined. */
function judgeImport(from, to, typeOnly) {
  if (room(from) === "domain" && room(to) !== "domain")
    return "domain knows rules only; move what does I/O to server or web, and pass it in"
  if (room(from) === "api" && !["api", "domain"].includes(room(to)))
    return "the contract imports domain only; declare the shape in src/api and import it there"
  if (room(from) === "web" && room(to) === "api" && !typeOnly)
    return "import types only: the schemas would weigh more than the pages"
  if (room(from) === "server" && room(to) === "web" && !typeOnly)
    return "the server takes the built web through src/server/delivery/pages; import types only"
  if (room(from) === "web" && room(to) === "server")
    return "the browser asks the server by HTTP; the shapes of its answers are in src/api, rules in src/domain"
  if (room(from) !== "server" || room(to) !== "server" || typeOnly) return undefined
  if (isStore(to) && subject(from) !== subject(to))
    return `only src/server/${subject(to)} uses its store; call its service instead`
  if (to.includes("-routes.ts") || to.endsWith("/routes.ts"))
    return from === "src/server/app.ts" || subject(from) === subject(to)
      ? undefined
      : "routes are mounted by src/server/app.ts, or by the routes of their own subject"
  if (from.endsWith("routes.ts") && isStore(to)) return "a route calls its service, the service its store"
  if (/\/db\/(auth-)?schema\.ts$/.test(to) && !mayNameTables(from) && subject(from) !== "platform/db")
    return "routes and services name no tables; move the query into a store, or into the file of its capability"
  if (LAYERS.indexOf(layer(to)) > LAYERS.indexOf(layer(from)))
    return `${layer(from)} may not know ${layer(to)} (platform ← features ← delivery ← operations); pass in what it needs`
  return undefined
}

const sizes = []
for (const file of files) {
  const text = readFileSync(file, "utf8")
  const lines = text.split("\n").length - 1
  if (isTest(file)) continue
  sizes.push(lines)
  if (lines > LARGEST) complain(file, `${lines} lines; split it by what its parts are about (${LARGEST} at most)`)
  if (!/^(\/\/|\/\*)/.test(text)) complain(file, "the first line says in one comment what the file holds")
  if (/\/(utils?|helpers?|common|lib|misc)(\/|\.)/.test(file))
    complain(file, "no drawers: put it in the narrowest room that owns it")
  if (!file.startsWith("src/web/routes") && /\/[^/]*[A-Z][^/]*$/.test(file)) complain(file, "file names are kebab-case")
  if (!["src/server/platform/config/config.ts", "src/server/main.ts"].includes(file) && /process\.env\b/.test(text))
    complain(file, "only src/server/platform/config/config.ts reads the environment; take the value from config")
  if (
    room(file) !== "web" &&
    !file.endsWith("/log.ts") &&
    !file.endsWith("/main.ts") &&
    /new Date\(\)|Date\.now\(\)/.test(text)
  )
    complain(file, "the time is passed in (`now`) or read from services.clock")
  if (/\b(TODO|FIXME|XXX)\b/.test(text)) complain(file, "finish it or describe it in an issue")
  for (const [, keyword, type, target] of text.matchAll(IMPORT)) {
    if (keyword === "export" && room(file) !== "web" && !file.endsWith("entry.server.tsx") && target.startsWith("."))
      complain(file, `re-exports ${target}; import it from where it is`)
    if (!target.startsWith(".")) {
      if (room(file) === "domain" && !DOMAIN_PACKAGES.some((name) => target === name || target.startsWith(`${name}/`)))
        complain(file, `imports ${target}; domain uses only ${DOMAIN_PACKAGES.join(", ")}`)
      continue
    }
    const sentence = judgeImport(file, normalize(join(dirname(file), target)), type !== undefined)
    if (sentence !== undefined) complain(file, `imports ${target}; ${sentence}`)
  }
}

for (const [page, sentence] of judgeDocs()) complain(page, sentence)

sizes.sort((a, b) => a - b)
const median = sizes[Math.floor((sizes.length - 1) / 2)]
const p90 = sizes[Math.max(0, Math.floor(sizes.length * 0.9) - 1)]
if (median > MEDIAN)
  complain("src", `the median file has ${median} lines (${MEDIAN} at most): look for files with two subjects`)
if (p90 > P90) complain("src", `the 90th percentile has ${p90} lines (${P90} at most): look at the largest files`)

process.stdout.write(`${sizes.length} files, median ${median} lines, 90th percentile ${p90}, largest ${sizes.at(-1)}\n`)
for (const complaint of complaints) process.stdout.write(`${complaint}\n`)
process.exit(complaints.length === 0 ? 0 : 1)
