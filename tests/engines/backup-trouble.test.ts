// Backups and restores that are interrupted, or that have no place to write to, on the real program.
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs"
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { createServer as createProgram } from "node:http"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { createLog } from "../../src/server/platform/log.ts"
import { startProgram } from "../endurance/program.ts"
import { runCommand } from "../support/command.ts"
import { copyTemplate } from "../support/database.ts"
import { freePort } from "../support/free-port.ts"
import { compileCache } from "../support/server.ts"

const PATIENCE_MS = 240_000

let folder = ""
let dataDir = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-trouble-"))
  dataDir = join(folder, "data")
  await mkdir(dataDir, { mode: 0o700 })
  await copyTemplate(join(dataDir, "database"))
  const database = await openDatabase(
    { DATA_DIR: dataDir, DATABASE_URL: null },
    createLog(() => undefined),
  )
  // More than all pipes between the program and its reader hold, and nothing that can be compressed.
  await database.pool.query(
    "insert into audit (at, action, subject_id) select now(), 'account.purged', gen_random_uuid()::text from generate_series(1, 60000)",
  )
  await database.close()
}, PATIENCE_MS)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts a command whose output no one reads. */
function start(args: string[], DATA_DIR: string): ChildProcess {
  const { PATH = "", HOME = "" } = process.env
  const env = { PATH, HOME, TMPDIR: tmpdir(), ...compileCache("022"), DATA_DIR }
  return spawn(process.execPath, ["src/server/main.ts", ...args], { env, stdio: "pipe" })
}

/** @returns a DATA_DIR on which `program` seems to run: it gets what the operator's commands ask */
async function controlled(name: string, program: Server): Promise<string> {
  const dir = join(folder, name)
  await mkdir(join(dir, "control"), { recursive: true })
  await new Promise<void>((resolve) => program.listen(join(dir, "control", "socket"), resolve))
  return dir
}

/** Names of everything in the folder that holds something of the accounts. */
const filesIn = (dir: string): string[] =>
  existsSync(dir)
    ? readdirSync(dir, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [entry.name] : [],
      )
    : []

test.each(["SIGINT", "SIGTERM"] as const)(
  "a backup that is interrupted by %s leaves no copy of the tables behind",
  async (signal) => {
    const program = start(["backup", "-"], dataDir)
    await expect.poll(() => filesIn(join(dataDir, "incoming")), { timeout: PATIENCE_MS }).toContain("audit")
    await once(program.stdout ?? program, "readable")
    program.kill(signal)
    const [code] = await once(program, "exit")
    expect([code, filesIn(join(dataDir, "incoming"))]).toEqual([signal === "SIGINT" ? 130 : 143, []])
  },
  PATIENCE_MS,
)

/** A command that has these files of everyone's in a folder, and does what `then` says. */
function holding(files: string, then: string): ChildProcess {
  const code = `import { removeAtEnd, temporary } from "./src/server/operations/backup/temporary.ts"
    temporary(${JSON.stringify(files)})
    removeAtEnd()
    process.stdout.write("ready")
    ${then}`
  return spawn(process.execPath, ["--input-type=module", "--eval", code], { stdio: ["ignore", "pipe", "inherit"] })
}

test(
  "a second signal, as Ctrl-C sends one to a command below another, does not keep a folder from being removed",
  async () => {
    const held = join(folder, "held")
    await mkdir(held)
    await Promise.all(Array.from({ length: 5_000 }, (_, at) => writeFile(join(held, String(at)), "")))
    const program = holding(held, "setInterval(() => undefined, 1000)")
    await once(program.stdout ?? program, "readable")
    const ended = once(program, "exit")
    const timer = setInterval(() => program.kill("SIGINT"), 1)
    expect(await ended).toEqual([130, null])
    clearInterval(timer)
    expect(existsSync(held)).toBe(false)
  },
  PATIENCE_MS,
)

test("a command that fails, such as when its reader goes away, waits for no other work to remove its files", async () => {
  const held = join(folder, "held-by-one-that-fails")
  await mkdir(held)
  await writeFile(join(held, "users"), "")
  const program = holding(held, "process.exit(1)")
  expect(await once(program, "exit")).toEqual([1, null])
  expect(existsSync(held)).toBe(false)
})

test(
  "what a killed backup left is removed by the next one",
  async () => {
    const program = start(["backup", "-"], dataDir)
    await expect.poll(() => filesIn(join(dataDir, "incoming")), { timeout: PATIENCE_MS }).toContain("audit")
    program.kill("SIGKILL")
    await once(program, "exit")
    const { code } = await runCommand(["backup", join(folder, "next.tar.gz")], { DATA_DIR: dataDir })
    expect([code, readdirSync(join(dataDir, "incoming"))]).toEqual([0, []])
  },
  PATIENCE_MS,
)

test(
  "a restore whose archive is interrupted on its way leaves nothing of it behind",
  async () => {
    const fresh = join(folder, "fresh")
    const program = start(["restore", "-"], fresh)
    program.stdin?.on("error", () => undefined).write(readFileSync(join(folder, "next.tar.gz")).subarray(0, 50_000))
    await expect.poll(() => filesIn(fresh), { timeout: PATIENCE_MS }).toEqual(["standard-input.tar.gz"])
    program.kill("SIGINT")
    await once(program, "exit")
    expect(readdirSync(fresh)).toEqual([])
  },
  PATIENCE_MS,
)

test(
  "what a killed restore left of its archive is removed by the next one and by a start, but not while it is read",
  async () => {
    const fresh = join(folder, "killed-restore")
    const names = () => (existsSync(fresh) ? readdirSync(fresh) : []).filter((name) => name.startsWith("restoring-"))
    async function reading(): Promise<ChildProcess> {
      const before = names().length
      const program = start(["restore", "-"], fresh)
      program.stdin?.on("error", () => undefined).write(readFileSync(join(folder, "next.tar.gz")).subarray(0, 50_000))
      await expect.poll(() => names().length, { timeout: PATIENCE_MS }).toBe(before + 1)
      return program
    }
    const kill = async (program: ChildProcess) => {
      program.kill("SIGKILL")
      await once(program, "exit")
    }
    const [one, other] = [await reading(), await reading()]
    await kill(one)
    expect((await runCommand(["restore", "-"], { DATA_DIR: fresh }, { input: Buffer.from("none") })).code).toBe(1)
    expect(names()).toHaveLength(1)
    await kill(other)
    const program = await startProgram(fresh, await freePort())
    expect(names()).toEqual([])
    await program.stop()
  },
  PATIENCE_MS,
)

test(
  "a backup replaces a file only: no folder, no device, and a link goes on pointing to its file",
  async () => {
    const back = (target: string) => runCommand(["backup", target], { DATA_DIR: dataDir })
    const named = join(folder, "a-folder")
    await mkdir(named)
    // Stands for a device: as root, a mistake of the program would replace the machine's own.
    const fifo = join(folder, "a-pipe")
    execFileSync("mkfifo", [fifo])
    expect(await back(named)).toMatchObject({ code: 1, said: `${named} is a folder: name a file in it.\n` })
    expect(await back(fifo)).toMatchObject({
      code: 1,
      said: `${fifo} is not a file. To write the archive to standard output, use - in its place.\n`,
    })
    expect(statSync(fifo).isFIFO()).toBe(true)
    const [real, link] = [join(folder, "real.tar.gz"), join(folder, "link.tar.gz")]
    await writeFile(real, "the one of yesterday")
    await symlink(real, link)
    expect((await back(link)).code).toBe(0)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readFileSync(real).subarray(0, 2).toString("hex")).toBe("1f8b")
    // To a file that is not there yet, and into a folder that is not there: such as a disk that is not mounted.
    const [next, away, circle] = [join(folder, "next-link.tar.gz"), join(folder, "away.tar.gz"), join(folder, "circle")]
    await symlink("next-of-link.tar.gz", next)
    expect((await back(next)).code).toBe(0)
    expect(lstatSync(next).isSymbolicLink()).toBe(true)
    expect(lstatSync(join(folder, "next-of-link.tar.gz")).isFile()).toBe(true)
    await symlink(join(folder, "not-mounted", "away.tar.gz"), away)
    expect(await back(away)).toMatchObject({ code: 1, said: `There is no folder ${join(folder, "not-mounted")}.\n` })
    await symlink(circle, circle)
    expect(await back(circle)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The backup could not be.*ELOOP/),
    })
    expect(filesIn(folder).filter((name) => name.endsWith(".partial"))).toEqual([])
  },
  PATIENCE_MS,
)

test(
  "a program that runs on the folder and does not answer is named by each command, which ends",
  async () => {
    const silent = createServer(() => undefined)
    const hung = await controlled("hung", silent)
    const commands = [["backup", join(folder, "never.tar.gz")], ["admin", "list"], ["doctor"]]
    const ran = await Promise.all(commands.map((args) => runCommand(args, { DATA_DIR: hung, PORT: "9" })))
    silent.close()
    const said = ran.map(({ code, out, said: errors }) => `${code} ${out}${errors}`)
    for (const text of said) expect(text).toMatch(/^1 (.|\n)*is not responding[^\n]* Restart it/)
    expect(existsSync(join(folder, "never.tar.gz"))).toBe(false)
  },
  PATIENCE_MS,
)

test(
  "a backup of a program that ends meanwhile says so in a sentence, and leaves no file",
  async () => {
    const program = createProgram((asked, answer) => {
      if (asked.url === "/") return void answer.writeHead(404).end()
      answer.write("x".repeat(1000), () => answer.destroy())
    })
    const ending = await controlled("ending", program)
    const { code, said } = await runCommand(["backup", join(folder, "early.tar.gz")], { DATA_DIR: ending })
    program.close()
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^The backup ended early: .*log of the program says why\.\n$/),
    ])
    expect(filesIn(folder).filter((name) => name.startsWith("early"))).toEqual([])
  },
  PATIENCE_MS,
)

test(
  "a backup that cannot be written says where and why, in a sentence",
  async () => {
    const target = `/proc/${process.pid}/meishi.tar.gz`
    const { code, said } = await runCommand(["backup", target], { DATA_DIR: dataDir })
    expect([code, said]).toEqual([1, expect.stringMatching(/^The backup could not be written to \/proc\/\d+\/meishi/)])
    expect(said).toContain("ENOENT")
  },
  PATIENCE_MS,
)
