// The window of thirty days by the system's own clock: libfaketime moves it under the running program (Debian: libfaketime).
import { existsSync, readdirSync } from "node:fs"
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { freePort } from "../support/free-port.ts"
import { photograph } from "../support/pictures.ts"
import { fromAnywhere, newAccount, type Program, send, signIn, signUp, startProgram } from "./program.ts"

function findFakeTime(): string | undefined {
  const folders = existsSync("/usr/lib") ? readdirSync("/usr/lib").map((name) => join("/usr/lib", name)) : []
  const files = folders.map((folder) => join(folder, "faketime/libfaketime.so.1"))
  return files.find((file) => existsSync(file))
}

const LIBRARY = findFakeTime()
if (LIBRARY === undefined) console.log("libfaketime is not installed: the running program's clock is not moved here.")

describe.skipIf(LIBRARY === undefined)("a running program whose system clock moves on", () => {
  let folder = ""
  let dataDir = ""
  let program: Program
  let user_id = ""
  let picture = ""
  /** Resolves when the program has noticed; the library looks at the file every second. */
  async function moveClock(days: number): Promise<void> {
    await writeFile(join(folder, "clock"), `+${days}d\n`)
    const ahead = async () => {
      const { headers } = await fetch(`${program.origin}/api/health/live`)
      return (new Date(headers.get("date") ?? "").getTime() - Date.now()) / 86_400_000
    }
    await expect.poll(ahead, { timeout: 10_000 }).toBeCloseTo(days, 1)
  }
  const status = async (path: string) => (await fetch(program.origin + path, { headers: fromAnywhere() })).status
  const pictures = async () =>
    (await readdir(join(dataDir, "files"), { recursive: true })).filter((name) => name.endsWith(".jpg"))

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "meishi-clock-"))
    dataDir = join(folder, "data")
    await writeFile(join(folder, "clock"), "+0\n")
    program = await startProgram(dataDir, await freePort(), {
      LD_PRELOAD: LIBRARY ?? "",
      FAKETIME_TIMESTAMP_FILE: join(folder, "clock"),
      FAKETIME_CACHE_DURATION: "1",
    })
    const token = await newAccount(program, dataDir, "leaver")
    const headers = { authorization: `Bearer ${token}` }
    const body = new Uint8Array(await photograph(60, 40))
    const upload = { method: "POST", headers: { ...headers, "content-type": "image/jpeg" }, body }
    picture = (await (await fetch(`${program.origin}/api/profile/photo`, upload)).json()).profile_picture
    user_id = (await (await fetch(`${program.origin}/api/me`, { headers })).json()).user.id
    expect(await Promise.all([status("/leaver"), status(picture)])).toEqual([200, 200])
    await send(program.origin, "/api/functions/delete-user-account", { user_id }, headers)
  })
  afterAll(async () => {
    await program?.kill()
    await rm(folder, { recursive: true, force: true })
  })

  test("lets a deactivated account back in on the twenty-ninth day", async () => {
    await moveClock(29)
    expect(await Promise.all([status("/leaver"), status("/leaver.vcf"), status(picture)])).toEqual([404, 404, 404])
    const session = await signIn(program.origin, "leaver")
    expect(session.status).toBe(200)
    const headers = { authorization: `Bearer ${(await session.json()).access_token}` }
    const me = await fetch(`${program.origin}/api/me`, { headers })
    expect(await me.json()).toMatchObject({ account: "deactivated" })
    const reactivated = await send(program.origin, "/api/functions/reactivate-user-account", { user_id }, headers)
    expect(reactivated.status).toBe(200)
    expect(await Promise.all([status("/leaver"), status(picture)])).toEqual([200, 200])
    expect((await send(program.origin, "/api/rpc/soft_delete_profile", { user_id }, headers)).status).toBe(200)
  })

  test("knows it no longer on the thirty-first day, and removes it without being asked", async () => {
    expect(await pictures()).toHaveLength(2)
    await moveClock(60)
    expect((await signIn(program.origin, "leaver")).status).toBe(400)
    await expect.poll(pictures, { timeout: 20_000, interval: 200 }).toEqual([])
    await expect.poll(() => program.output()).toContain('"event":"account.purged"')
    expect((await signUp(program.origin, "leaver")).status).toBe(200)
  })
})
