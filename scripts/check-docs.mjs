// Checks that what the documentation names exists: files in backticks, and in the tables of coverage and security the tests in quotes.
import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { judgeSecurity } from "./check-security.mjs"

const PATH = /`((?:src|tests|scripts|docs|public)\/[^`\s]*)`/g
const WITH_TESTS = ["docs/evidence/coverage.md", "docs/security.md"]
/** A file, and the quoted names right behind it. */
const TESTS = /`((?:src|tests)\/[^`]*\.test\.tsx?)`((?:,? "[^"]*")*)/g

const isThere = (path) => (/[*{]/.test(path) ? globSync(path).length > 0 : existsSync(path))

/** @returns complaints as [page, sentence] */
export function judgeDocs() {
  const complaints = []
  for (const page of ["README.md", "CONTRIBUTING.md", "STYLE.md", "SECURITY.md", ...globSync("docs/**/*.md")]) {
    const text = readFileSync(page, "utf8")
    // <subject> and the like stand for many.
    for (const [, path] of text.matchAll(PATH))
      if (!path.includes("<") && !isThere(path)) complaints.push([page, `${path} does not exist; name what does`])
    if (page === "docs/security.md") for (const sentence of judgeSecurity(text)) complaints.push([page, sentence])
    if (!WITH_TESTS.includes(page)) continue
    for (const [, file, names] of text.matchAll(TESTS)) {
      if (!existsSync(file) || !statSync(file).isFile()) continue
      const source = readFileSync(file, "utf8")
      for (const [, name] of names.matchAll(/"([^"]*)"/g))
        if (!source.includes(name)) complaints.push([page, `${file} has no test "${name}"`])
    }
  }
  return complaints
}
