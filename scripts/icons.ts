// Keeps src/web/ui/icons/paths.json equal to the icons that src/web imports as `~icons/…`: compares, or writes with --write. The
// whole set (@tabler/icons, 51 MB) is only installed for checks and tests; builds read the small file.
import { globSync, readFileSync, writeFileSync } from "node:fs"

const FILE = "src/web/ui/icons/paths.json"
const SET = "node_modules/@tabler/icons/tabler-nodes-"

type Nodes = Record<string, [tag: string, attributes: { d: string }][]>
const read = (style: string) => JSON.parse(readFileSync(`${SET}${style}.json`, "utf8")) as Nodes
const outline = read("outline")
const filled = read("filled")

const imported = globSync("src/web/**/*.tsx").flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/from "~icons\/([a-z0-9-]+)"/g)].map(([, name = ""]) => name),
)
const icons = [...new Set(imported)].sort().map((name) => {
  const nodes = name.endsWith("-filled") ? filled[name.replace(/-filled$/, "")] : outline[name]
  if (nodes === undefined) throw new Error(`@tabler/icons has no icon named ${name}`)
  // A minus separates numbers by itself.
  return [name, nodes.map(([, { d }]) => d.replaceAll(" -", "-"))]
})
const wanted = `${JSON.stringify(Object.fromEntries(icons), null, 2)}\n`

if (process.argv.includes("--write")) writeFileSync(FILE, wanted)
else if (readFileSync(FILE, "utf8") !== wanted) {
  process.stderr.write(`${FILE} is stale; run node_modules/.bin/node scripts/icons.ts --write\n`)
  process.exit(1)
}
