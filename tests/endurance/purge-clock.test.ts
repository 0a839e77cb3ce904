// The window of thirty days by the system's own clock: libfaketime moves it under the running program (Debian: libfaketime).
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { freePort } from "../support/free-port.ts"
import { photograph } from "../support/pictures.ts"
import { FAKE_TIME, type MovedClock, movedClock } from "./moved-clock.ts"
import { fromAnywhere, newAccount, type Program, send, signIn, signUp, startProgram } from "./program.ts"

if (FAKE_TIME === undefined) console.log("libfaketime is not installed: the running program's clock is not moved here.")

describe.skipIf(FAKE_TIME === undefined)("a running program whose system clock moves on", () => {
  let folder = ""
  let dataDir = ""
  let program: Program
  let user_id = ""
  let picture = ""
  let clock: MovedClock
  /** The program ends every idle connection then: one that is used in that moment breaks. */
  const moveClock = async (days: number) => {
    await clock.move(program, days * 86_400_000)
    await expect.poll(() => status("/about").catch(() => 0)).toBe(200)
  }
  const status = async (path: string) => (await fetch(program.origin + path, { headers: fromAnywhere() })).status
  const pictures = async () =>
    (await readdir(join(dataDir, "files"), { recursive: true })).filter((name) => name.endsWith(".jpg"))

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "meishi-clock-"))
    dataDir = join(folder, "data")
    clock = await movedClock(folder)
    program = await startProgram(dataDir, await freePort(), clock.env)
    const token = await newAccount(program, dataDir, "leaver")
    const headers = { authorization: `Bearer ${token}` }
    const body = new Uint8Array(await photograph(60, 40))
    const upload = { method: "PUT", headers: { ...headers, "content-type": "image/jpeg" }, body }
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
