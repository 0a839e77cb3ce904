// Installs what a task needs: the packages, and Node 24 where the machine's own Node is too old to run the program. Plain
// JavaScript without dependencies, because it runs before anything is installed.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
export const BIN = join(ROOT, "node_modules", ".bin")
/** The Node that runs the program: a link to the machine's own, or the bundled one. */
export const NODE = join(BIN, "node")
const STAMPS = join(ROOT, "node_modules", ".stamps")
const RUNTIME = join(ROOT, "runtime")
const PACKAGES = join(RUNTIME, "node_modules")
const BUNDLED = join(PACKAGES, `node-linux-${process.arch}`)

export function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

export function digest(paths) {
  const hash = createHash("sha256")
  for (const path of paths)
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(ROOT, path)))
      .update("\0")
  return hash.digest("hex")
}

const stamp = (name) => (existsSync(join(STAMPS, name)) ? readFileSync(join(STAMPS, name), "utf8") : "")

function setStamp(name, text) {
  mkdirSync(STAMPS, { recursive: true })
  writeFileSync(join(STAMPS, name), text)
}

/** Runs `make` unless it already ran for this text and its result is still there. */
export function once(name, wanted, result, make) {
  if (existsSync(join(ROOT, result)) && stamp(name) === wanted) return
  make()
  setStamp(name, wanted)
}

const [major, minor] = process.versions.node.split(".").map(Number)
const runsProgram = major >= 24 || (major === 22 && minor >= 22)
/** npm leaves out the compiled parts of packages that do not allow the Node it runs on. */
const installs = runsProgram || major > 20 || (major === 20 && minor >= 19)
/** A Node in a node_modules is not the machine's own. */
const isBundled = process.execPath.includes("/node_modules/")
const isGlibc = () => process.report.getReport().header.glibcVersionRuntime !== undefined
const canBundle = () => process.platform === "linux" && ["x64", "arm64"].includes(process.arch) && isGlibc()

function refuseOldNode() {
  if (runsProgram || (installs && canBundle())) return
  const least = canBundle() ? "20.19" : "22.22"
  fail(
    `This machine needs Node ${least} or later, preferably 24 (found ${process.versions.node}). Nothing was installed.`,
  )
}

function npm(...args) {
  // By the machine's own Node, like the first time: npm may be made for no other.
  const path = (process.env.PATH ?? "").split(":").filter((folder) => !folder.startsWith(join(ROOT, "node_modules")))
  // Its output to standard error: standard output belongs to the command, such as `meishi backup -`.
  const options = { cwd: ROOT, stdio: ["ignore", 2, "inherit"], env: { ...process.env, PATH: path.join(":") } }
  // Engine warnings speak of the Node that runs npm, not of the one that runs the program.
  const child = spawn("npm", [...args, "--loglevel=error", "--no-audit", "--no-fund", "--no-update-notifier"], options)
  return new Promise((resolve) => {
    child.on("error", () => fail("npm was not found. Please install it and try again."))
    child.on("exit", (code) => {
      if (code !== 0) fail(`npm ${args[0]} failed: see above. Nothing was started.`)
      resolve()
    })
  })
}

const remove = (path) => rmSync(path, { recursive: true, force: true })

/**
 * A quarter of what npm brings is never read by a program that runs: what only tests need and another package could use (such as
 * the compiler), binaries for another C library, which old versions of npm install, and source maps.
 */
function removeUnused() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"))
  const libc = isGlibc() ? "glibc" : "musl"
  for (const [path, { devOptional, optionalDependencies = {}, libc: libcs = [libc] }] of Object.entries(packages)) {
    if (process.platform === "linux" && !libcs.includes(libc)) remove(join(ROOT, path))
    if (devOptional !== true) continue
    for (const part of [path, ...Object.keys(optionalDependencies).map((name) => `node_modules/${name}`)])
      remove(join(ROOT, part))
  }
  const folder = join(ROOT, "node_modules")
  for (const name of readdirSync(folder, { recursive: true })) if (name.endsWith(".map")) remove(join(folder, name))
}

/** @param hasTools whether what only checks and tests need is already there, or wanted */
async function installPackages(lock, known, hasTools) {
  process.stderr.write("Installing packages (once per change of package-lock.json) …\n")
  // Adds to what a running server uses, where `npm ci` would take it away first.
  if (known === `${lock} run`) await npm("install", "--no-save", "--include=dev")
  else await npm("ci", ...(hasTools ? ["--include=dev"] : ["--omit=dev"]))
  if (!hasTools) removeUnused()
  setStamp("packages", `${lock} ${hasTools ? "all" : "run"}`)
}

/** Into runtime/node_modules, which outlives a change of the other packages. */
async function fetchNode() {
  const wanted = digest(["runtime/package-lock.json"])
  const note = join(PACKAGES, "stamp")
  if (existsSync(note) && readFileSync(note, "utf8") === wanted) return
  process.stderr.write(`Fetching Node 24 (this machine has ${process.versions.node}) …\n`)
  await npm("ci", "--prefix", RUNTIME)
  for (const folder of ["include", "share"]) remove(join(BUNDLED, folder))
  writeFileSync(note, wanted)
}

function provideNode(wanted, isOwn) {
  if (existsSync(NODE) && stamp("node") === wanted) return
  mkdirSync(BIN, { recursive: true })
  remove(NODE)
  if (isOwn) symlinkSync(process.execPath, NODE)
  else {
    const program = join(BUNDLED, "bin", "node")
    // A second name of the same file where the disk allows it: node_modules can be copied or moved by itself.
    try {
      linkSync(program, NODE)
    } catch {
      copyFileSync(program, NODE)
    }
  }
  setStamp("node", wanted)
}

/** @param needsTools also what only checks and tests need */
export async function install(needsTools = false) {
  refuseOldNode()
  const lock = digest(["package-lock.json"])
  const known = stamp("packages")
  const isInstalled = known === `${lock} all` || (!needsTools && known === `${lock} run`)
  const isOwn = runsProgram && !isBundled
  const node = isOwn ? process.execPath : digest(["runtime/package-lock.json"])
  const hasNode = existsSync(NODE) && stamp("node") === node
  await Promise.all([
    isInstalled ? undefined : installPackages(lock, known, needsTools),
    isOwn || (hasNode && isInstalled) ? undefined : fetchNode(),
  ])
  provideNode(node, isOwn)
}
