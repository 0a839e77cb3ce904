// `npm test` and `npm run test:endurance`: makes sure that the programs the tests need are there, runs the tests, and ends with one plain
// line. The first argument names the projects of vitest.config.ts, the others go to vitest.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { ensureTestPrograms } from "./test-programs.mjs"

const [project, ...args] = process.argv.slice(2)

/** @returns what scripts/test-report.mjs wrote, or null when vitest did not get that far */
function vitest(more) {
  const folder = mkdtempSync(join(tmpdir(), "meishi-test-"))
  const report = join(folder, "report.json")
  const reporters = ["--reporter=default", "--reporter=./scripts/test-report.mjs"]
  try {
    const { status } = spawnSync(
      process.execPath,
      ["node_modules/vitest/vitest.mjs", "run", `--project=${project}`, ...reporters, ...more],
      { stdio: "inherit", env: { ...process.env, TEST_REPORT: report } },
    )
    return { status, ...JSON.parse(readFileSync(report, "utf8")) }
  } catch {
    return null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const filesOf = (run) => Object.entries(run.files)
const isUnfinished = ([, { unfinished }]) => unfinished > 0

/**
 * A process can die of a fault of Node itself (nodejs/node#64500), which says nothing about the tests in it: they have one more try.
 * Every other failure stands.
 */
function runAgain(first) {
  const unfinished = filesOf(first).filter(isUnfinished)
  const paths = unfinished.map(([path]) => relative(process.cwd(), path))
  for (const [path] of unfinished) {
    const cause = first.deaths.find((death) => death.path === path)?.cause ?? "no report"
    process.stdout.write(`${relative(process.cwd(), path)} is run again: its process ended with ${cause}\n`)
  }
  const second = vitest([...args.filter((arg) => arg.startsWith("--")), ...paths])
  if (second === null) return first
  return {
    status: second.status,
    files: { ...first.files, ...second.files },
    otherErrors: first.otherErrors + second.otherErrors,
  }
}

function run() {
  const first = vitest(args)
  if (first === null || !filesOf(first).some(isUnfinished)) return first
  return runAgain(first)
}

const SLOWEST = 20

/** Where the time goes, for those who want to shorten it. Files that run side by side each have their own time. */
function printTimes(files) {
  if (files.length <= SLOWEST) return
  const line = (seconds, text) => process.stdout.write(`${seconds.toFixed(0).padStart(6)} s  ${text}\n`)
  process.stdout.write(`\nThe ${SLOWEST} slowest files, and the time of each project:\n`)
  const slowest = files.toSorted(([, one], [, other]) => other.seconds - one.seconds).slice(0, SLOWEST)
  for (const [path, { seconds }] of slowest) line(seconds, relative(process.cwd(), path))
  for (const [name, own] of Object.entries(Object.groupBy(files, ([, { project }]) => project)))
    line(
      own.reduce((sum, [, { seconds }]) => sum + seconds, 0),
      `${name}, ${own.length} files`,
    )
}

ensureTestPrograms()
const result = run()
if (result !== null) printTimes(filesOf(result))
let passed = 0
let failed = result === null ? 1 : result.otherErrors
for (const [path, counts] of result === null ? [] : filesOf(result)) {
  passed += counts.passed
  failed += counts.failed + counts.unfinished
  for (const failure of counts.failures) process.stdout.write(`Failed: ${relative(process.cwd(), path)} > ${failure}\n`)
}
const isGood = failed === 0 && passed > 0 && result?.status === 0
if (!isGood && failed === 0) failed = 1
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(isGood ? 0 : 1)
