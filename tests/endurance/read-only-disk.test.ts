// The disk of the pictures is full, or was mounted read-only, while the database is on a server elsewhere: pages stay, nothing is half done.
import { execFileSync } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { POSTGRES } from "../engines/engines.ts"
import { runCommand } from "../support/command.ts"
import { freePort } from "../support/free-port.ts"
import { photograph } from "../support/pictures.ts"
import { type PostgresServer, startPostgres } from "../support/postgres.ts"
import { type Member, newMember } from "./people.ts"
import { type Program, startProgram } from "./program.ts"
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts"

/** A result of the probes is good for a second. */
const NOTICED = { timeout: 5_000 }
const DISK_MB = 40
const SECRET = "pictures".repeat(4)

describe.skipIf(POSTGRES === null || process.getuid?.() !== 0)("with the pictures on a disk of their own", () => {
  let server: PostgresServer
  let folder = ""
  let disk: SmallDisk | null = null
  let program: Program
  let ada: Member
  beforeAll(async () => {
    server = await startPostgres(POSTGRES ?? "")
    folder = await mkdtemp(join(tmpdir(), "meishi-read-only-"))
    disk = await mountSmallDisk(join(folder, "disk"), DISK_MB)
    const dataDir = join(folder, "disk", "data")
    const DATABASE_URL = await server.createDatabase("pictures")
    program = await startProgram(dataDir, await freePort(), { DATABASE_URL, SECRET })
    ada = await newMember(program, dataDir, "ada")
  })
  afterAll(async () => {
    await program?.kill()
    disk?.unmount()
    await server?.remove()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async ({ skip }) => {
    if (disk === null) return skip("nothing can be mounted here")
    mount("rw")
    await disk.empty()
    expect((await ada.upload(await photo(300))).status).toBe(200)
  })

  const photo = async (size: number) => new Uint8Array(await photograph(size, size))
  /** Of some megabytes. */
  const noise = async () => {
    const create = {
      width: 1200,
      height: 1200,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    } as const
    return sharp({ create }).jpeg({ quality: 100 }).toBuffer()
  }
  const mount = (how: "ro" | "rw") => execFileSync("mount", ["-o", `remount,${how}`, join(folder, "disk")])
  const readiness = async () => {
    const answer = await ada.get("/api/health/ready")
    return [answer.status, JSON.parse(answer.text).status, JSON.parse(answer.text).parts.files]
  }
  const picture = async (): Promise<string> => JSON.parse((await ada.get("/api/me")).text).profile.profile_picture
  const refused = async (answer: ReturnType<Member["upload"]>) => {
    const { status, text, retryAfterS } = await answer
    return [status, JSON.parse(text).error.message, retryAfterS]
  }

  test("mounted read-only, visitors are served, and a photo is neither changed nor removed", async () => {
    const before = await picture()
    mount("ro")
    await expect.poll(readiness, NOTICED).toEqual([200, "degraded", "read_only"])
    for (const path of ["/ada", "/ada.vcf", before]) expect((await ada.get(path)).status).toBe(200)
    const busy = [503, "The server is busy. Please try again in a moment.", 10]
    expect(await refused(ada.upload(await photo(301)))).toEqual(busy)
    expect(await refused(ada.send("DELETE", "/api/profile/photo", undefined))).toEqual(busy)
    expect(await picture()).toBe(before)
    expect((await ada.save()).status).toBe(200)
    mount("rw")
    await expect.poll(readiness, NOTICED).toEqual([200, "ok", "ok"])
    expect((await ada.upload(await photo(302))).status).toBe(200)
  })

  test("without room for a photo of 5 MB, readiness says full, and the doctor what the room is for", async () => {
    await disk?.fill(1024 * 1024)
    await expect.poll(readiness, NOTICED).toEqual([200, "degraded", "full"])
    expect((await ada.upload(new Uint8Array(await noise()))).status).toBe(507)
    const DATA_DIR = join(folder, "disk", "data")
    const { out } = await runCommand(["doctor"], { DATA_DIR, DATABASE_URL: "postgres://127.0.0.1:9/x", SECRET })
    expect(String(out)).toContain(`BAD  DATA_DIR (${DATA_DIR}) has 1 MB free: uploads and backups need room there.`)
    await disk?.empty()
    await expect.poll(readiness, NOTICED).toEqual([200, "ok", "ok"])
  })

  test("full, a photo is refused with the reason, and one can still be removed", async () => {
    await disk?.fill(0)
    await expect.poll(readiness, NOTICED).toEqual([200, "degraded", "full"])
    const noRoom = [507, "The server has no room left, and nothing was saved. Please try again later.", 10]
    expect(await refused(ada.upload(await photo(900)))).toEqual(noRoom)
    expect((await ada.send("DELETE", "/api/profile/photo", undefined)).status).toBe(200)
    expect(await picture()).toBe("")
    await disk?.empty()
    expect((await ada.upload(await photo(303))).status).toBe(200)
  })
})
