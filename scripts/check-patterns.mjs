// Every regular expression of the sources must take time in proportion to its input: one that does not lets a single request
// hold the whole process. Finds them with a real parser, and judges each (judge-pattern.mjs).
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { parseSync } from "vite"
import { whyNotLinear } from "./judge-pattern.mjs"

/**
 * Patterns that are not linear and may stay, each with the reason: what bounds its input, and where. One that no longer
 * occurs is a complaint as well.
 * @type {{ file: string, pattern: string, because: string }[]}
 */
const ALLOWED = []

const [folder = "src"] = process.argv.slice(2)
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", folder], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file))

const complaints = []
const allowed = new Set()
const verdicts = new Map()

/** Calls `see` with every node of a syntax tree. */
function visit(node, see) {
  if (Array.isArray(node)) for (const child of node) visit(child, see)
  else if (node !== null && typeof node === "object" && !(node instanceof RegExp)) {
    if (typeof node.type === "string") see(node)
    for (const child of Object.values(node)) visit(child, see)
  }
}

function judge(place, file, source, flags) {
  const pattern = `/${source}/${flags}`
  if (!verdicts.has(pattern)) verdicts.set(pattern, whyNotLinear(new RegExp(source, flags)))
  const reason = verdicts.get(pattern)
  if (reason === null) return
  const exception = ALLOWED.find((entry) => entry.file === file && entry.pattern === pattern)
  if (exception === undefined)
    complaints.push(`${place}: ${pattern} is not linear: ${reason}. Rewrite it, or search by position.`)
  else allowed.add(exception)
}

for (const file of files) {
  const text = readFileSync(file, "utf8")
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) complaints.push(`${file}: ${errors[0].message}`)
  visit(program, (node) => {
    const place = `${file}:${text.slice(0, node.start).split("\n").length}`
    if (node.type === "Literal" && node.regex) judge(place, file, node.regex.pattern, node.regex.flags)
    // The pattern attribute of an input field, as browsers read it.
    if (node.type === "JSXAttribute" && node.name.name === "pattern" && typeof node.value?.value === "string")
      judge(place, file, `^(?:${node.value.value})$`, "v")
    const isMade = ["NewExpression", "CallExpression"].includes(node.type) && node.callee.name === "RegExp"
    if (isMade) complaints.push(`${place}: a pattern made at run time cannot be judged. Write it as a literal.`)
  })
}

if (folder === "src")
  for (const entry of ALLOWED)
    if (!allowed.has(entry))
      complaints.push(`${entry.file}: ${entry.pattern} needs no exception any more. Take it out of the list.`)

process.stdout.write(`${verdicts.size} different patterns\n`)
for (const complaint of complaints) process.stdout.write(`${complaint}\n`)
process.exit(complaints.length === 0 ? 0 : 1)
