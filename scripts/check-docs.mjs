// What the pages of documentation name has to exist: files in backticks, and in the table of coverage the tests in quotes.
import { existsSync, globSync, readFileSync, statSync } from "node:fs"

const PATH = /`((?:src|tests|scripts|docs|public)\/[^`\s]*)`/g
/** A file, and the quoted names right behind it. */
const TESTS = /`((?:src|tests)\/[^`]*\.test\.tsx?)`((?:,? "[^"]*")*)/g

const isThere = (path) => (/[*{]/.test(path) ? globSync(path).length > 0 : existsSync(path))

/** @returns complaints as [page, sentence] */
export function judgeDocs() {
  const complaints = []
  for (const page of ["README.md", "CONTRIBUTING.md", ...globSync("docs/**/*.md")]) {
    const text = readFileSync(page, "utf8")
    // <subject> and the like stand for many.
    for (const [, path] of text.matchAll(PATH))
      if (!path.includes("<") && !isThere(path)) complaints.push([page, `${path} does not exist; name what does`])
    if (page !== "docs/coverage.md") continue
    for (const [, file, names] of text.matchAll(TESTS)) {
      if (!existsSync(file) || !statSync(file).isFile()) continue
      const source = readFileSync(file, "utf8")
      for (const [, name] of names.matchAll(/"([^"]*)"/g))
        if (!source.includes(name)) complaints.push([page, `${file} has no test "${name}"`])
    }
  }
  return complaints
}
