// Two processes change the picture of one profile at once, with a bucket that is slow for one of them.
import { mkdtemp, rm } from "node:fs/promises"
import { connect, createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { newAccount, type Program, startProgram } from "../endurance/program.ts"
import { type BucketServer, bucketSettings, startBucketServer } from "../support/bucket-server.ts"
import { freePort } from "../support/free-port.ts"
import { photograph } from "../support/pictures.ts"
import { type PostgresServer, startPostgres } from "../support/postgres.ts"
import { POSTGRES } from "./engines.ts"

describe.skipIf(POSTGRES === null)("two processes and one profile's picture", () => {
  let server: PostgresServer
  let bucket: BucketServer
  let slow: Server
  let dataDir = ""
  let token = ""
  const programs: Program[] = []
  const [one, other] = [() => (programs[0] as Program).origin, () => (programs[1] as Program).origin]
  /** Deletions over the slow way wait for this. */
  let deletions = Promise.resolve()
  let heldBack = 0

  beforeAll(async () => {
    server = await startPostgres(POSTGRES ?? "")
    bucket = await startBucketServer()
    dataDir = await mkdtemp(join(tmpdir(), "meishi-uploads-"))
    const behind = new URL(bucket.settings.endpoint)
    const port = await freePort()
    slow = createServer((client) => {
      const there = connect(Number(behind.port), behind.hostname)
      client.on("data", async (bytes) => {
        if (bytes.toString("latin1").startsWith("DELETE ")) {
          heldBack += 1
          await deletions
        }
        there.write(bytes)
      })
      there.on("data", (bytes) => client.write(bytes))
      const end = () => {
        client.destroy()
        there.destroy()
      }
      for (const socket of [client, there]) socket.on("error", end).on("close", end)
    }).listen(port, "127.0.0.1")
    const settings = {
      ...bucketSettings(bucket),
      DATABASE_URL: await server.createDatabase("uploads"),
      PUBLIC_ORIGIN: "http://cards.example.com",
      SECRET: "together".repeat(4),
    }
    for (const endpoint of [`http://127.0.0.1:${port}`, bucket.settings.endpoint])
      programs.push(await startProgram(dataDir, await freePort(), { ...settings, S3_ENDPOINT: endpoint }))
    token = await newAccount({ origin: other() }, dataDir, "anna")
  })
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.kill()))
    slow?.close()
    await bucket?.close()
    await server?.remove()
    await rm(dataDir, { recursive: true, force: true })
  })

  const authorization = () => `Bearer ${token}`
  async function send(origin: string, format: "jpeg" | "png"): Promise<number> {
    const headers = { authorization: authorization(), "content-type": `image/${format}` }
    const body = new Uint8Array(await photograph(300, 300, format))
    return (await fetch(`${origin}/api/profile/photo`, { method: "PUT", headers, body })).status
  }
  async function photo(): Promise<string> {
    const { profile } = await (await fetch(`${other()}/api/me`, { headers: { authorization: authorization() } })).json()
    return profile.profile_picture
  }
  const remove = async (origin: string) =>
    (await fetch(`${origin}/api/profile/photo`, { method: "DELETE", headers: { authorization: authorization() } }))
      .status

  /** Both at once; the deletions of the first end long after the second began. */
  async function both(first: () => Promise<number>, second: () => Promise<number>): Promise<number[]> {
    heldBack = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    deletions = promise
    const answers = [first()]
    await expect.poll(() => heldBack, { timeout: 10_000 }).toBeGreaterThan(0)
    answers.push(second())
    await pause(1_500)
    resolve()
    return Promise.all(answers)
  }

  test("the one that came last is there, whatever the other deletes late", async () => {
    expect(
      await both(
        () => send(one(), "jpeg"),
        () => send(other(), "png"),
      ),
    ).toEqual([200, 200])
    expect(await photo()).toContain("profile.png")
    expect((await fetch(other() + (await photo()))).status).toBe(200)
  })

  test("so is one that was sent while another process removed the picture before", async () => {
    expect(
      await both(
        () => remove(one()),
        () => send(other(), "jpeg"),
      ),
    ).toEqual([200, 200])
    expect((await fetch(other() + (await photo()))).status).toBe(200)
    expect((await (await fetch(`${other()}/anna.vcf`)).text()).includes("PHOTO")).toBe(true)
  })
})
