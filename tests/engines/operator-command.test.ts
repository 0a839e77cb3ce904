// The operator's commands and the files of the real program, under every umask.
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { runCommand } from "../support/command.ts"
import { copyTemplate } from "../support/database.ts"
import { photograph } from "../support/pictures.ts"
import { startServer, type TestServer } from "../support/server.ts"
import { confirmedAccount, person } from "../support/visitors.ts"

const PATIENCE_MS = 240_000

/** The modes of everything below a folder, itself included, that other users may access. */
async function openTo(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  const modes = await Promise.all(
    paths.map(async (path) => {
      // A database removes files while it runs.
      const mode = (await stat(path).catch(() => null))?.mode ?? 0
      return (mode & 0o077) === 0 ? [] : [`${(mode & 0o7777).toString(8)} ${path.slice(folder.length)}`]
    }),
  )
  return modes.flat()
}

async function signIn({ origin }: TestServer, { email, password }: ReturnType<typeof person>): Promise<string> {
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  })
  return (await answer.json()).access_token
}

async function upload({ origin }: TestServer, token: string): Promise<number> {
  const form = { method: "PUT", headers: { authorization: `Bearer ${token}`, "content-type": "image/jpeg" } }
  return (
    await fetch(`${origin}/api/profile/photo`, { ...form, body: Uint8Array.from(await photograph(400, 400, "jpeg")) })
  ).status
}

// Under 022, the usual one, less is open than under 000.
describe.each(["000", "777"])("started under umask %s", (umask) => {
  const mika = person("mika")
  let server: TestServer
  let parent = ""
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), "meishi-modes-"))
    server = await startServer({ DATA_DIR: join(parent, "data") }, umask)
  }, PATIENCE_MS)
  afterAll(async () => {
    await server?.stop()
    await rm(parent, { recursive: true, force: true })
  })

  test(
    "the program keeps its folder, database, pictures, emails, secret and socket to its own user, and its backups too",
    async () => {
      await confirmedAccount(server, mika)
      expect(await upload(server, await signIn(server, mika))).toBe(200)
      const backups = join(parent, "backups")
      await mkdir(backups, { mode: 0o700, recursive: true })
      const env = { DATA_DIR: server.dataDir }
      const archive = join(backups, "a.tar.gz")
      expect((await runCommand(["backup", archive], env, { umask })).code).toBe(0)
      const there = (await readdir(server.dataDir)).sort()
      expect(there).toEqual(expect.arrayContaining(["control", "database", "files", "incoming", "mail", "secret"]))
      expect((await readdir(join(server.dataDir, "files"), { recursive: true })).join()).toContain("profile.jpg")
      expect(await openTo(server.dataDir)).toEqual([])
      expect(await openTo(backups)).toEqual([])
      const copy = join(backups, "copy")
      expect((await runCommand(["restore", archive], { DATA_DIR: copy }, { umask })).code).toBe(0)
      expect(await openTo(copy)).toEqual([])
    },
    PATIENCE_MS,
  )
})

// Two starts show what the program makes of its folder, and what it says of its settings.
describe("a data folder that others may enter, at an https site,", () => {
  let parent = ""
  let ours = { output: "", modes: [0] }
  let shared = { output: "", modes: [0] }
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), "meishi-modes-"))
    ours = await startIn("ours", [], {})
    shared = await startIn("shared", ["letters.txt"], { SMTP_URL: "smtps://mail.example.com" })
  }, PATIENCE_MS)
  afterAll(() => rm(parent, { recursive: true, force: true }))

  /** In a folder that others may enter, with more files in it. @returns what it said, and the modes of the folder and of what is in it */
  async function startIn(name: string, more: string[], env: Record<string, string>) {
    const dataDir = join(parent, name)
    await mkdir(join(dataDir, "mail"), { recursive: true })
    await copyTemplate(join(dataDir, "database"))
    for (const file of ["secret", ...more]) await writeFile(join(dataDir, file), "f".repeat(64))
    await chmod(join(dataDir, "mail"), 0o777)
    await chmod(join(dataDir, "secret"), 0o644)
    await chmod(dataDir, 0o755)
    const server = await startServer({ DATA_DIR: dataDir, PUBLIC_ORIGIN: "https://cards.example.com", ...env })
    const modes = await Promise.all(
      ["", "mail", "secret"].map(async (each) => (await stat(join(dataDir, each))).mode & 0o777),
    )
    await server.stop()
    return { output: server.output(), modes }
  }

  test("is closed at the next start, with what lies in it", () => {
    expect(ours.modes).toEqual([0o700, 0o700, 0o600])
    expect(ours.output).not.toContain("data_dir.open")
  })

  test("is left unchanged if it contains other files, and the log says what to do", () => {
    expect(shared.modes[0]).toBe(0o755)
    expect(shared.output).toMatch(/"level":"warn","event":"data_dir\.open".*Give the program a folder of its own/)
  })

  test("an https site without a mail server is warned of at the start, others are not", () => {
    expect(ours.output).toMatch(/"level":"warn","event":"config\.warning","warning":"noMailServer","hint":".*SMTP_URL/)
    expect(shared.output).not.toContain("config.warning")
  })
})

/** Over the socket of the running program. @param body sent by POST */
const onSocket = (dataDir: string, path: string, body?: string) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const socketPath = join(dataDir, "control", "socket")
    const asking = request(
      { socketPath, path, method: body === undefined ? "GET" : "POST", agent: false },
      (answer) => {
        let text = ""
        answer.setEncoding("utf8").on("data", (chunk) => {
          text += chunk
        })
        answer.on("end", () => resolve({ status: answer.statusCode, text }))
      },
    )
    asking.on("error", reject)
    asking.end(body)
  })

describe("npm run admin, and the socket that it uses", () => {
  const mika = person("mika")
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
    await confirmedAccount(server, mika)
  }, PATIENCE_MS)
  afterAll(() => server?.stop())

  const admin = (...args: string[]) => runCommand(["admin", ...args], { DATA_DIR: server.dataDir })

  test(
    "names an administrator of the running program, lists and takes the role again",
    async () => {
      const authorization = `Bearer ${await signIn(server, mika)}`
      const may = async () =>
        (await fetch(`${server.origin}/api/admin/settings`, { headers: { authorization } })).status
      expect(await may()).toBe(403)
      const granted = await admin("grant", mika.email)
      expect([granted.code, String(granted.out), granted.said]).toEqual([
        0,
        `${mika.email} is now an administrator.\n`,
        "",
      ])
      expect(await may()).toBe(200)
      expect(String((await admin("list")).out)).toMatch(
        /^mika@example\.com {2}mika {2}since \d{4}-\d\d-\d\d {2}second factor off\n$/,
      )
      expect(String((await admin("revoke", mika.email)).out)).toContain("There are no administrators now")
      expect(await may()).toBe(403)
    },
    PATIENCE_MS,
  )

  test(
    "says with a sentence what cannot be done",
    async () => {
      for (const args of [[], ["grant"], ["grant", "nobody@example.com"], ["become", mika.email]]) {
        const { code, out, said } = await admin(...args)
        expect([code, String(out)]).toEqual([1, ""])
        expect(said).toMatch(/^(Usage: |No account has the address).*\.\n$/)
      }
      expect((await fetch(`${server.origin}/api/health/ready`)).status).toBe(200)
      const nothing = await runCommand(["admin", "list"], { DATA_DIR: join(tmpdir(), "meishi-nowhere") })
      expect([nothing.code, nothing.said]).toEqual([1, expect.stringContaining("has no database")])
    },
    PATIENCE_MS,
  )

  test(
    "the operator's socket answers whatever is sent with a sentence, and the program goes on",
    async () => {
      const odd = ["//", "//[", "/%", "http://[", "/backup2?a=%", "*"]
      const answers = await Promise.all(odd.map((path) => onSocket(server.dataDir, path)))
      const bodies = [
        "",
        "{",
        "null",
        "{}",
        "[1]",
        '["grant","a\\u0000b@example.com"]',
        '["revoke","x"]',
        '["list","x"]',
      ]
      const said = await Promise.all(bodies.map((body) => onSocket(server.dataDir, "/admin", body)))
      const after = await onSocket(server.dataDir, "/admin", '["list"]')
      expect(answers.map(({ status }) => status)).toEqual(odd.map(() => 404))
      expect(said.map(({ status }) => status)).toEqual(bodies.map(() => 422))
      for (const { text } of said) expect(text).toMatch(/^(Usage:|The message|This is)[^\0{}$]*\.$/)
      expect(after.status).toBe(200)
    },
    PATIENCE_MS,
  )
})
