// The command `meishi` as an operator types it: deploy/meishi with a file of settings, and the package's own command.
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, chownSync, existsSync, readFileSync } from "node:fs"
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { copyTemplate } from "../support/database.ts"
import { freePort } from "../support/free-port.ts"
import { mailTo, type TestServer } from "../support/test-server.ts"
import { confirmedAccount, person } from "../support/visitors.ts"

const PATIENCE_MS = 240_000
const MEISHI = resolve("deploy/meishi")
const { version } = JSON.parse(readFileSync("package.json", "utf8"))

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-operator-"))
  // Another user has to come through.
  chmodSync(folder, 0o711)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Ran {
  code: number
  out: Buffer
  said: string
}

async function run(program: string, args: string[], env: Record<string, string> = {}, options = {}): Promise<Ran> {
  const { PATH = "", HOME = "" } = process.env
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH, HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...options,
  })
  const out: Buffer[] = []
  let said = ""
  child.stdout?.on("data", (bytes) => out.push(bytes))
  child.stderr?.on("data", (text) => {
    said += text
  })
  const [code] = await once(child, "close")
  return { code: Number(code), out: Buffer.concat(out), said }
}

/** A file of settings as in README.md, and a command that reads it. */
async function instance(
  name: string,
  more = "",
): Promise<{ dataDir: string; meishi: (...args: string[]) => Promise<Ran> }> {
  const dataDir = join(folder, name)
  const settings = join(folder, `${name}.env`)
  await writeFile(
    settings,
    `DATA_DIR=${dataDir}\nPORT=${await freePort()}\nMAIL_FROM="Cards <cards@example.com>"\n${more}`,
  )
  return { dataDir, meishi: (...args) => run(MEISHI, args, { MEISHI_ENV: settings }) }
}

describe("meishi", () => {
  test("names its version with the commit, from any folder, and its usage", async () => {
    const named = await run(MEISHI, ["--version"], { MEISHI_ENV: "" })
    expect([named.code, String(named.out)]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+(\+[0-9a-f]{7})?\n$/)])
    expect(String(named.out)).toContain(version)
    const odd = await run(MEISHI, ["bakcup"], { MEISHI_ENV: "" })
    expect([odd.code, String(odd.out), odd.said]).toEqual([
      1,
      "",
      expect.stringMatching(/^There is no command bakcup\.\n\nUsage: meishi COMMAND/),
    ])
  })

  test(
    "migrates alone, logs what it does, and says that nothing is left to do",
    async () => {
      const { meishi } = await instance("migrated")
      const first = await meishi("migrate")
      expect([first.code, String(first.out)]).toEqual([
        0,
        expect.stringMatching(/^Applied \d+ migrations: 0000_first, .*\n$/),
      ])
      expect(first.said).toMatch(/"event":"database\.migrating".*"event":"database\.migrated"/s)
      expect(String((await meishi("migrate")).out)).toMatch(/^The tables are up to date \(\w+\)\.\n$/)
    },
    PATIENCE_MS,
  )

  test(
    "writes nothing to the standard output but the result, also as the package's own command",
    async () => {
      const { dataDir, meishi } = await instance("piped")
      await copyTemplate(join(dataDir, "database"))
      const archive = await meishi("backup", "-")
      expect(archive.code).toBe(0)
      expect(gunzipSync(archive.out).toString("latin1")).toContain("manifest.json")
      const bill = await meishi("sbom")
      expect([bill.code, JSON.parse(String(bill.out)).bomFormat]).toEqual([0, "CycloneDX"])
      const own = await run(resolve(JSON.parse(readFileSync("package.json", "utf8")).bin.meishi), ["sbom"])
      expect([own.code, JSON.parse(String(own.out)).bomFormat]).toEqual([0, "CycloneDX"])
    },
    PATIENCE_MS,
  )

  test(
    "doctor tells a mistyped setting, a port in use and a mail server that is not there, and ends with 1",
    async () => {
      const busy = createServer().listen(0, "127.0.0.1")
      await once(busy, "listening")
      const address = busy.address()
      const port = typeof address === "object" ? address?.port : 0
      const { meishi } = await instance("ill", `PORT=${port}\nPUBLIC_ORIGN=https://x\nSMTP_URL=smtp://127.0.0.1:9\n`)
      const ill = await meishi("doctor")
      busy.close()
      expect(ill.code).toBe(1)
      for (const text of [
        "BAD  PUBLIC_ORIGN is not a setting. Did you mean PUBLIC_ORIGIN?",
        `BAD  Cannot listen on 127.0.0.1, port ${port}: another program listens there.`,
        "BAD  The mail server (SMTP_URL) cannot be used: ",
      ])
        expect(String(ill.out)).toContain(text)
      expect(existsSync(join(folder, "ill"))).toBe(false)
      const lost = await instance("lost", "GEOIP_V4=/nowhere.mmdb\n")
      const { code, out } = await lost.meishi("doctor")
      expect([code, String(out)]).toEqual([
        1,
        expect.stringContaining("BAD  GEOIP_V4 names a file that does not exist: /nowhere.mmdb."),
      ])
      const { meishi: well } = await instance("well")
      expect((await well("doctor")).code).toBe(0)
    },
    PATIENCE_MS,
  )
})

/** Some containers do not let root mount anything. */
const MAY_MOUNT = spawnSync("unshare", ["--mount", "true"]).status === 0

/** Those of a service with a user of its own, as systemd gives it. */
const OTHER = 61_234

describe.skipIf(process.getuid?.() !== 0)("root beside a service with a user of its own", () => {
  const foreign = async (path: string): Promise<string[]> => {
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    const paths = [path, ...entries.map((entry) => join(entry.parentPath, entry.name))]
    const owners = await Promise.all(paths.map(async (each) => ({ each, uid: (await stat(each)).uid })))
    return owners.filter(({ uid }) => uid !== OTHER).map(({ each }) => each)
  }
  /** @param isPrivate in a folder that only root can enter, behind a link: as systemd keeps those of dynamic users */
  async function owned(name: string, isPrivate = false) {
    const made = await instance(name)
    const hidden = join(folder, "private")
    await mkdir(hidden, { mode: 0o700, recursive: true })
    const place = isPrivate ? join(hidden, name) : made.dataDir
    await mkdir(place, { mode: 0o700 })
    chownSync(place, OTHER, OTHER)
    if (isPrivate) await symlink(place, made.dataDir)
    return made
  }

  test(
    "backs up and restores a stopped instance, whose files all stay its user's, while the archive is root's",
    async () => {
      const { dataDir, meishi } = await owned("service", MAY_MOUNT)
      expect((await meishi("migrate")).code).toBe(0)
      const made = await meishi("backup", "of-root.tar.gz")
      expect([made.code, made.said]).toEqual([0, expect.stringContaining("0 accounts, 0 cards")])
      const { uid, mode } = await stat(join(folder, "of-root.tar.gz"))
      expect([uid, mode & 0o777]).toEqual([0, 0o600])
      expect((await meishi("admin", "list")).code).toBe(0)
      expect(await foreign(dataDir)).toEqual([])
      const other = await owned("restored", MAY_MOUNT)
      const restored = await other.meishi("restore", "of-root.tar.gz")
      expect([restored.code, restored.said]).toEqual([0, expect.stringContaining("Everyone has to sign in again.")])
      expect(await foreign(other.dataDir)).toEqual([])
      const wrong = await other.meishi("admin", "grant", "nobody@example.com")
      expect([wrong.code, wrong.said]).toEqual([1, "No account has the address nobody@example.com.\n"])
      const missing = await other.meishi("restore", "nowhere.tar.gz")
      expect([missing.code, missing.said]).toEqual([1, expect.stringContaining("The archive cannot be read")])
    },
    PATIENCE_MS,
  )

  test("doctor names a secret's file that only root can read", async () => {
    const file = join(folder, "token")
    const { dataDir, meishi } = await instance("files", `METRICS_TOKEN_FILE=${file}\n`)
    await mkdir(dataDir, { mode: 0o700 })
    chownSync(dataDir, OTHER, OTHER)
    await writeFile(file, "x".repeat(40), { mode: 0o600 })
    const closed = await meishi("doctor")
    const line = `BAD  METRICS_TOKEN_FILE names a file that user ${OTHER}, who runs the service, cannot read: ${file}`
    expect([closed.code, String(closed.out)]).toEqual([1, expect.stringContaining(line)])
    chownSync(file, OTHER, OTHER)
    const open = await meishi("doctor")
    expect([open.code, String(open.out)]).toEqual([0, expect.not.stringContaining("BAD")])
  })

  test("does not start the program there, and changes nothing", async () => {
    const { dataDir } = await owned("refused")
    const { code, said } = await run(process.execPath, [resolve("src/server/main.ts")], {
      DATA_DIR: dataDir,
      PORT: "0",
    })
    expect([code, said]).toEqual([1, expect.stringMatching(/^DATA_DIR \(.*\) belongs to user 61234, .*\.\n$/)])
    expect(await readdir(dataDir)).toEqual([])
  })

  test(
    "runs the nightly backup as the unit does: as the service's user, without reading root's settings, keeping the newest",
    async () => {
      const { dataDir, meishi } = await owned("nightly")
      expect((await meishi("migrate")).code).toBe(0)
      const backups = join(folder, "backups")
      await mkdir(backups)
      chownSync(backups, OTHER, OTHER)
      const there = ["meishi-2020-01-01T030000Z.tar.gz", "meishi-2020-01-02T030000Z.tar.gz", "other.tar.gz"]
      const killed = "meishi-2020-01-03T030000Z.tar.gz.partial"
      const underWay = "meishi-before-the-upgrade.tar.gz.partial"
      for (const name of [...there, killed, underWay]) {
        await writeFile(join(backups, name), "")
        chownSync(join(backups, name), OTHER, OTHER)
      }
      await utimes(join(backups, killed), 0, 0)
      const unit = readFileSync("deploy/meishi-backup.service", "utf8")
      expect(unit).toMatch(/^Environment=.* MEISHI_ENV=$/m)
      expect(unit).toMatch(/^TimeoutStartSec=\d+h$/m)
      expect(/^ExecStart=\/opt\/meishi\/(\S+) \/var\/lib\/meishi-backups 14$/m.exec(unit)?.[1]).toBe("deploy/backup.sh")
      const asService = { uid: OTHER, gid: OTHER }
      const env = { DATA_DIR: dataDir, MEISHI_ENV: "", NODE_ENV: "production" }
      const script = resolve("deploy/backup.sh")
      const ran = await run(script, [backups, "2"], env, asService)
      expect([ran.code, ran.said]).toEqual([0, expect.stringContaining("0 accounts")])
      const kept = (await readdir(backups)).sort()
      expect(kept).toHaveLength(4)
      expect(kept).toEqual(expect.arrayContaining(["meishi-2020-01-02T030000Z.tar.gz", "other.tar.gz", underWay]))
      // A backup that fails removes none, but what killed ones left, so that these do not fill the disk.
      await writeFile(join(backups, killed), "")
      await utimes(join(backups, killed), 0, 0)
      chownSync(join(backups, killed), OTHER, OTHER)
      const failing = await run(script, [backups, "1"], { ...env, DATA_DIR: join(folder, "nothing") }, asService)
      expect(failing.code).toBe(1)
      expect((await readdir(backups)).sort()).toEqual(kept)
    },
    PATIENCE_MS,
  )

  test(
    "restores the nightly backup with the commands of docs/operations.md, and the service serves what was lost",
    async () => {
      const { dataDir, meishi } = await owned("lost")
      const backups = join(folder, "lost-backups")
      await mkdir(backups)
      chownSync(backups, OTHER, OTHER)
      const env = { DATA_DIR: dataDir, MEISHI_ENV: "", NODE_ENV: "production" }
      const asService = { uid: OTHER, gid: OTHER }
      const serve = async <T>(use: (server: Pick<TestServer, "origin" | "mailTo">) => Promise<T>): Promise<T> => {
        const port = await freePort()
        const origin = `http://localhost:${port}`
        const settings = { ...env, PORT: String(port), PUBLIC_ORIGIN: origin }
        const program = spawn(process.execPath, [resolve("src/server/main.ts")], {
          ...asService,
          cwd: "/",
          env: settings,
          stdio: "ignore",
        })
        const ended = once(program, "exit")
        try {
          const ready = () =>
            fetch(`${origin}/api/health/ready`).then(
              ({ status }) => status,
              () => 0,
            )
          await expect.poll(ready, { timeout: 60_000 }).toBe(200)
          return await use({ origin, mailTo: (address, skip = 0) => mailTo(dataDir, address, skip) })
        } finally {
          program.kill("SIGTERM")
          await ended
        }
      }
      const mika = person("mika")
      await serve(async (server) => {
        await confirmedAccount({ ...server, dataDir, output: () => "", stop: async () => undefined }, mika)
        expect((await meishi("admin", "grant", mika.email)).code).toBe(0)
        expect((await run(resolve("deploy/backup.sh"), [backups], env, asService)).code).toBe(0)
      })
      const [archive = ""] = await readdir(backups)
      const text = readFileSync("docs/operations.md", "utf8")
      const commands = /```sh\n(systemctl stop meishi meishi-backup\.timer\n[\s\S]*?)```/.exec(text)?.[1] ?? ""
      expect(commands).toContain("meishi restore")
      const here = commands
        .replaceAll(/\/var\/lib\/meishi-backups\/\S+/g, join(backups, archive))
        .replaceAll("/var/lib/meishi", dataDir)
      // This machine has no systemd: the service is stopped already, and started below.
      const bin = join(folder, "bin")
      await mkdir(bin)
      for (const [name, script] of [
        ["systemctl", "exit 0"],
        ["curl", "exit 0"],
        ["meishi", `MEISHI_ENV=${join(folder, "lost.env")} exec ${MEISHI} "$@"`],
      ])
        await writeFile(join(bin, name ?? ""), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      const ran = await run("bash", ["-euo", "pipefail", "-c", here], { PATH: `${bin}:${process.env.PATH}` })
      expect([ran.code, String(ran.out), ran.said]).toEqual([
        0,
        expect.stringContaining(`${mika.email}  mika  since `),
        expect.stringContaining("Restored 1 account,"),
      ])
      expect(await foreign(dataDir)).toEqual([])
      await serve(async ({ origin }) => expect((await fetch(`${origin}/mika`)).status).toBe(200))
    },
    PATIENCE_MS,
  )
})
