#!/usr/bin/env node
// The one way in: `npm start`, `npm test` and the rest come here, and so does the command `meishi`. Plain JavaScript without
// dependencies, because it runs before anything is installed. Installs what the task needs, builds when the sources changed,
// then runs everything under a Node that is new enough (see docs/decisions/runtime.md).
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readdirSync, watch } from "node:fs"
import { join } from "node:path"
import { BIN, digest, fail, install, NODE, once, ROOT } from "./install.mjs"

const BUILD_INPUTS = [
  "public",
  "src/web",
  "src/domain",
  "vite.config.ts",
  "vite.visitor.config.ts",
  "vite.worker.config.ts",
  "react-router.config.ts",
  "package-lock.json",
]

/** An operator's file is named from here. */
const FROM = process.cwd()
process.chdir(ROOT)

function filesBelow(path) {
  if (!existsSync(path)) return []
  if (!/\.[a-z]+$/.test(path))
    return readdirSync(path, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
  return [path]
}

function foldersBelow(path) {
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return [path, ...entries.filter((each) => each.isDirectory()).map((each) => join(each.parentPath, each.name))]
}

const withNode = () => ({ ...process.env, PATH: `${BIN}:${process.env.PATH ?? ""}` })

function run(command, args, env = {}) {
  const { status, signal } = spawnSync(NODE, [join(BIN, command), ...args], {
    stdio: "inherit",
    env: { ...withNode(), ...env },
  })
  if (status !== 0) process.exit(signal ? 1 : (status ?? 1))
}

function build() {
  once("build", digest(BUILD_INPUTS.flatMap(filesBelow)), "build/server/index.js", () => {
    process.stderr.write("Building …\n")
    const env = { NODE_ENV: "production" }
    run("react-router", ["build", "--logLevel", "warn"], env)
  })
}

/** Calls back after a change below the folders. Watches folders, not files: editors replace a file by another of its name. */
function watchFolders(folders, changed) {
  const watched = new Set()
  const add = (folder) => {
    if (watched.has(folder)) return
    watched.add(folder)
    watch(folder, (_event, name) => {
      for (const below of foldersBelow(folder)) add(below)
      if (/\.(ts|json|sql|txt)$/.test(name ?? "") && !name.includes(".test.")) changed()
    }).on("error", () => watched.delete(folder))
  }
  for (const folder of folders.flatMap(foldersBelow)) add(folder)
}

/** Pages reload by themselves (src/server/delivery/pages/dev-build.ts); a change of the server restarts it. */
function restartOnChange(args) {
  // Only what has changed is compiled again.
  const env = { ...withNode(), NODE_ENV: "development", NODE_COMPILE_CACHE: "node_modules/.cache/node" }
  const serve = () => spawn(NODE, ["src/server/main.ts", "--dev", ...args], { stdio: "inherit", env })
  let server = serve()
  let waiting
  const restart = () => {
    if (server.exitCode !== null || server.signalCode !== null) server = serve()
    else if (server.listenerCount("exit") === 0) {
      server.once("exit", () => {
        server = serve()
      })
      // The second signal ends the waiting for a proxy.
      for (const signal of ["SIGINT", "SIGTERM"]) server.kill(signal)
    }
  }
  watchFolders(["src/server", "src/domain"], () => {
    clearTimeout(waiting)
    waiting = setTimeout(restart, 50)
  })
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => {
      server.removeAllListeners("exit").once("exit", () => process.exit(0))
      if (!server.kill(signal)) process.exit(0)
    })
}

/** For the program that serves, as in the Dockerfile and the unit (docs/decisions/embedded-engine.md, "Memory"). */
const SMALL_HEAP = ["--max-semi-space-size=8", "--heap-growing-percent=30"]
const SMALL_POOLS = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "1000000" }

/** Becomes the given program: signals go to it, and its end is ours. */
function become(args, env = {}, cwd = ROOT) {
  const child = spawn(NODE, args, { stdio: "inherit", cwd, env: { ...withNode(), ...env } })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** What only checks and tests need. */
const WITH_TOOLS = true

const [task, ...args] = process.argv.slice(2)
const TASKS = {
  async start() {
    await install()
    build()
    become([...SMALL_HEAP, "src/server/main.ts", ...args], { ...SMALL_POOLS, NODE_ENV: "production" })
  },
  async dev() {
    await install(WITH_TOOLS)
    restartOnChange(args)
  },
  async build() {
    await install()
    build()
  },
  async check() {
    await install(WITH_TOOLS)
    run("biome", ["check", "--error-on-warnings", "."])
    run("react-router", ["typegen"])
    run("knip", ["--no-progress"])
    run("tsc", ["-p", "."])
    const scripts = [
      "check-house.mjs",
      "check-patterns.mjs",
      "icons.ts",
      "settings-table.ts",
      "api-reference.ts",
      "scale-page.ts",
    ]
    for (const script of scripts.map((name) => `scripts/${name}`)) {
      const { status } = spawnSync(NODE, [script], { stdio: "inherit" })
      if (status !== 0) process.exit(1)
    }
  },
  async test() {
    await install(WITH_TOOLS)
    build()
    become(["scripts/test.mjs", "!endurance", ...args])
  },
  async "test:endurance"() {
    await install(WITH_TOOLS)
    build()
    become(["scripts/test.mjs", "endurance", ...args])
  },
  sbom() {
    // Reads what is installed; where nothing is, the lock file.
    const { status } = spawnSync(process.execPath, ["scripts/sbom.mjs"], { stdio: "inherit" })
    process.exit(status ?? 1)
  },
  async bench() {
    await install(WITH_TOOLS)
    build()
    become(["tests/bench/run.ts", ...args], { NODE_ENV: "production" })
  },
  async faults() {
    await install(WITH_TOOLS)
    build()
    become(["tests/endurance/run.ts", ...args], { NODE_ENV: "production" })
  },
}

/** What the program itself does for its operator. Its standard output holds the result and nothing else. */
const COMMANDS = new Set(["backup", "restore", "admin", "migrate", "doctor", "--version"])
async function runCommand() {
  await install()
  const DATA_DIR = process.env.DATA_DIR || join(ROOT, "data")
  become([join(ROOT, "src/server/main.ts"), task, ...args], { NODE_ENV: "production", DATA_DIR }, FROM)
}

if (COMMANDS.has(task)) await runCommand()
else if (Object.hasOwn(TASKS, task)) await TASKS[task]()
else {
  const usage = "Usage: meishi start | backup FILE | restore FILE | admin … | migrate | doctor | sbom | --version"
  fail(`${usage}\nFor developers: npm run ${Object.keys(TASKS).join(" | ")}`)
}
