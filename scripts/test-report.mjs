// Reporter of vitest: writes what became of each test file to the file that TEST_REPORT names, as scripts/test.mjs reads it.
import { writeFileSync } from "node:fs"

const DEATH = /exited unexpectedly(?: with (?:signal|exit code) (\S+))?.* test file (.+)$/s
const messagesOf = (error) => (error ? [error.message ?? "", ...messagesOf(error.cause)] : [])

/** @returns {{ path: string, cause: string } | null} the file whose process ended before its tests did */
function deathIn(error) {
  for (const message of messagesOf(error)) {
    const found = DEATH.exec(message)
    if (found) return { path: found[2].trim(), cause: found[1] ?? "an unknown cause" }
  }
  return null
}

const firstLine = (errors) => (errors?.[0]?.message ?? "no message").split("\n")[0]

function countsOf(module) {
  const { collectDuration, duration } = module.diagnostic()
  const seconds = (collectDuration + duration) / 1000
  const counts = { project: module.project.name, seconds, passed: 0, failed: 0, unfinished: 0, failures: [] }
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    if (state === "passed" || state === "failed") counts[state] += 1
    if (state === "failed") counts.failures.push(`${test.fullName}: ${firstLine(test.result().errors)}`)
    if (state === "pending") counts.unfinished += 1
  }
  const isDone = ["passed", "failed", "skipped"].includes(module.state())
  // A file that could not be loaded, or a hook that threw: there is no test to blame.
  if (isDone && module.state() === "failed" && counts.failed === 0) {
    counts.failed = 1
    counts.failures.push(`the file itself: ${firstLine(module.errors())}`)
  }
  if (!isDone && counts.unfinished === 0) counts.unfinished = 1
  return counts
}

export default class TestReport {
  #paths = []

  onTestRunStart(specifications) {
    this.#paths = specifications.map(({ moduleId }) => moduleId)
  }

  onTestRunEnd(modules, errors) {
    const files = Object.fromEntries(
      this.#paths.map((path) => [path, { project: "", seconds: 0, passed: 0, failed: 0, unfinished: 1, failures: [] }]),
    )
    for (const module of modules) files[module.moduleId] = countsOf(module)
    const deaths = errors.map(deathIn)
    const report = {
      files,
      deaths: deaths.filter((death) => death !== null),
      otherErrors: deaths.filter((death) => death === null).length,
    }
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report))
  }
}
