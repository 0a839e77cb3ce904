// The one way in: `npm start`, `npm test` and the rest come here. Plain JavaScript without dependencies, because it runs
// before anything is installed. Installs when the lock file changed, builds when the sources changed, then runs everything
// under Node 24 (bundled as a package; see docs/decisions/runtime.md).
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const STAMPS = join(ROOT, "node_modules", ".stamps")
const BIN = join(ROOT, "node_modules", ".bin")
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

process.chdir(ROOT)

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function filesBelow(path) {
  if (!existsSync(path)) return []
  if (!/\.[a-z]+$/.test(path))
    return readdirSync(path, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
  return [path]
}

function digest(paths) {
  const hash = createHash("sha256")
  for (const path of paths) hash.update(path).update("\0").update(readFileSync(path)).update("\0")
  return hash.digest("hex")
}

/** Runs `make` unless it already ran for this digest and its result is still there. */
function once(name, wanted, result, make) {
  const stamp = join(STAMPS, name)
  if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return
  make()
  mkdirSync(STAMPS, { recursive: true })
  writeFileSync(stamp, wanted)
}

function install() {
  once("install", digest(["package-lock.json"]), "node_modules", () => {
    process.stderr.write("Installing packages (once per change of package-lock.json) …\n")
    // Engine warnings speak of the system's Node, which runs nothing but this script.
    const { status } = spawnSync("npm", ["ci", "--loglevel=error"], { stdio: ["ignore", "inherit", "inherit"] })
    if (status !== 0) fail("npm ci failed: see above. Nothing was started.")
  })
}

/** The bundled Node 24 where there is one, else the system's when it is new enough. */
function node() {
  const bundled = join(BIN, "node")
  if (existsSync(bundled)) return bundled
  const [major, minor] = process.versions.node.split(".").map(Number)
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath
  return fail(
    `Node 22.22 or later is needed on this kind of machine (found ${process.versions.node}). Please install it and try again.`,
  )
}

const withNode = () => ({ ...process.env, PATH: `${BIN}:${process.env.PATH ?? ""}` })

function run(command, args, env = {}) {
  const { status, signal } = spawnSync(node(), [join(BIN, command), ...args], {
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

/** A build takes a second: nothing finer is needed to see a change. The server starts anew after each. */
function serveAnewOnChange(args) {
  const env = { ...withNode(), NODE_ENV: "production" }
  const serve = () => spawn(node(), ["src/server/main.ts", ...args], { stdio: "inherit", env })
  let server = serve()
  let waiting
  const anew = () => {
    const built = spawnSync(node(), [join(BIN, "react-router"), "build", "--logLevel", "warn"], {
      stdio: "inherit",
      env,
    })
    if (built.status !== 0) return
    server.once("exit", () => {
      server = serve()
    })
    if (!server.kill("SIGTERM")) server.emit("exit")
  }
  watch("src", { recursive: true }, (_event, file) => {
    if (file?.includes(".test.")) return
    clearTimeout(waiting)
    waiting = setTimeout(anew, 200)
  })
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => {
      server.once("exit", () => process.exit(0))
      if (!server.kill(signal)) process.exit(0)
    })
}

/** Becomes the given program: signals go to it, and its end is ours. */
function become(args, env = {}) {
  const child = spawn(node(), args, { stdio: "inherit", env: { ...withNode(), ...env } })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

const [task, ...args] = process.argv.slice(2)
const TASKS = {
  start() {
    install()
    build()
    become(["src/server/main.ts", ...args], { NODE_ENV: "production" })
  },
  dev() {
    install()
    build()
    serveAnewOnChange(args)
  },
  build() {
    install()
    build()
  },
  check() {
    install()
    run("biome", ["check", "--error-on-warnings", "."])
    run("react-router", ["typegen"])
    run("tsc", ["-p", "."])
    const scripts = ["check-house.mjs", "check-patterns.mjs", "settings-table.ts", "api-reference.ts"]
    for (const script of scripts.map((name) => `scripts/${name}`)) {
      const { status } = spawnSync(node(), [script], { stdio: "inherit" })
      if (status !== 0) process.exit(1)
    }
  },
  test() {
    install()
    build()
    become(["scripts/test.mjs", "!endurance", ...args])
  },
  "test:endurance"() {
    install()
    build()
    become(["scripts/test.mjs", "endurance", ...args])
  },
  backup() {
    install()
    become(["src/server/main.ts", "backup", ...args], { NODE_ENV: "production" })
  },
  restore() {
    install()
    become(["src/server/main.ts", "restore", ...args], { NODE_ENV: "production" })
  },
  admin() {
    install()
    become(["src/server/main.ts", "admin", ...args], { NODE_ENV: "production" })
  },
  sbom() {
    // Reads the lock file only.
    const { status } = spawnSync(process.execPath, ["scripts/sbom.mjs"], { stdio: "inherit" })
    process.exit(status ?? 1)
  },
  bench() {
    install()
    build()
    become(["tests/bench/run.ts", ...args], { NODE_ENV: "production" })
  },
  faults() {
    install()
    build()
    become(["tests/endurance/run.ts", ...args], { NODE_ENV: "production" })
  },
}

if (!Object.hasOwn(TASKS, task)) fail(`usage: node scripts/run.mjs ${Object.keys(TASKS).join("|")}`)
TASKS[task]()
