// Installs the programs that the tests need beyond npm packages, or says how.
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const has = (program) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0
/** Any of the programs will do. */
const NEEDED = [
  { programs: ["chromium-headless-shell", "chromium"], package: "chromium-headless-shell" },
  { programs: ["zbarimg"], package: "zbar-tools" },
]

const mayInstall = () => process.getuid?.() === 0 && has("apt-get")

function install(packages) {
  const options = { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], options)
}

function ensurePrograms() {
  const packages = NEEDED.filter(({ programs }) => !programs.some(has)).map((needed) => needed.package)
  if (packages.length === 0) return
  if (!mayInstall()) {
    process.stderr.write(
      `The tests need ${packages.join(" and ")}. On Debian: sudo apt-get install ${packages.join(" ")}\n`,
    )
    process.exit(1)
  }
  execFileSync("apt-get", ["update", "-qq"], { stdio: ["ignore", "ignore", "inherit"] })
  install(packages)
}

/** Debian keeps the server's programs outside of PATH. */
function hasPostgres() {
  const folder = "/usr/lib/postgresql"
  const versions = existsSync(folder) ? readdirSync(folder) : []
  return has("postgres") || versions.some((version) => existsSync(join(folder, version, "bin", "postgres")))
}

/** The tests start a server of their own: Debian's package must not start one beside it. */
function installPostgres() {
  const settings = "/etc/postgresql-common/createcluster.conf"
  execFileSync("apt-get", ["update", "-qq"], { stdio: ["ignore", "ignore", "inherit"] })
  install(["postgresql-common"])
  const before = readFileSync(settings, "utf8")
  try {
    writeFileSync(settings, `${before}\ncreate_main_cluster = false\n`)
    install(["postgresql"])
  } finally {
    writeFileSync(settings, before)
  }
}

function ensurePostgres() {
  if (hasPostgres()) return
  try {
    if (mayInstall()) return installPostgres()
  } catch {
    // apt has said why.
  }
  process.stderr.write(
    "No PostgreSQL server here: the tests that need one are skipped, the same ones run on the embedded engine. On Debian: sudo apt-get install postgresql\n",
  )
}

const UNWANTED = "/usr/sbin/policy-rc.d"

/** Debian's package of a server starts it unless it is told not to. */
function installServer(name) {
  const mayTell = !existsSync(UNWANTED)
  try {
    if (mayTell) writeFileSync(UNWANTED, "#!/bin/sh\nexit 101\n", { mode: 0o755 })
    execFileSync("apt-get", ["update", "-qq"], { stdio: ["ignore", "ignore", "inherit"] })
    install([name])
  } finally {
    if (mayTell) rmSync(UNWANTED, { force: true })
  }
}

/** Servers that the tests start themselves, and what is left out without them. */
const SERVERS = [
  {
    program: "nginx",
    package: "nginx-light",
    tests: "two processes behind a proxy, and the nginx example of the documents",
  },
  { program: "caddy", package: "caddy", tests: "the Caddy examples of the documents" },
  { program: "pgbouncer", package: "pgbouncer", tests: "a database behind a pooler" },
  { program: "promtool", package: "prometheus", tests: "the alert rules" },
]

function ensureServer({ program, package: name, tests }) {
  if (has(program) || existsSync(`/usr/sbin/${program}`)) return
  try {
    if (mayInstall()) return installServer(name)
  } catch {
    // apt has said why.
  }
  process.stderr.write(
    `No ${program} here, so these tests are skipped: ${tests}. On Debian: sudo apt-get install ${name}\n`,
  )
}

/** Moves the clock of a running program. */
function ensureFakeTime() {
  if (process.platform !== "linux") return
  if (readdirSync("/usr/lib").some((name) => existsSync(join("/usr/lib", name, "faketime/libfaketime.so.1")))) return
  try {
    if (mayInstall()) return install(["libfaketime"])
  } catch {
    // apt has said why.
  }
  process.stderr.write(
    "No libfaketime here: the test that moves a running program's clock is skipped. On Debian: sudo apt-get install libfaketime\n",
  )
}

export function ensureTestPrograms() {
  ensurePrograms()
  ensurePostgres()
  SERVERS.forEach(ensureServer)
  ensureFakeTime()
}
