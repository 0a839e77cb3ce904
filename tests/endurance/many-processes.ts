// Many processes of the program behind nginx on one PostgreSQL server: what is saved, hidden and signed out at one, and when the others
// know. PROCESSES=n: another number than forty.
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { POSTGRES } from "../engines/engines.ts"
import { atMost, exactly, type Figure, fact } from "../support/figures.ts"
import { freePort } from "../support/free-port.ts"
import { startPostgres } from "../support/postgres.ts"
import { NGINX, startProxy } from "../support/proxy.ts"
import { inFolder } from "./broken-site.ts"
import { newAccount, type Program, send, signIn, startProgram } from "./program.ts"

const PROCESSES = Number(process.env.PROCESSES ?? 40)
/** Two for requests, one that listens, and some during a start. */
const CONNECTIONS_EACH = 4
const POOL_SIZE = 2
const SAVES = 20
const HIDINGS = 5
const SIGN_OUTS = 5
/** Longer than a page may be old. */
const WATCHED_MS = 1_500
/** Together, on a machine whose cores are few. */
const STARTED_AT_ONCE = 4

interface Crowd {
  programs: Program[]
  /** the processes, one by one, and what nginx makes of them */
  origins: string[]
}

/** @param url of the database, where each change is one message */
async function countMessages(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let count = 0
  client.on("notification", () => {
    count += 1
  })
  await client.query("listen meishi_changes")
  return { count: () => count, close: () => client.end() }
}

async function startCrowd(dataDir: string, env: Record<string, string>): Promise<Crowd & { stop(): Promise<void> }> {
  const programs: Program[] = []
  const stopAll = () => Promise.all(programs.map((program) => program.kill()))
  const port = await freePort()
  const ports: number[] = []
  while (ports.length < PROCESSES) ports.push(await freePort())
  const settings = { ...env, PUBLIC_ORIGIN: `http://127.0.0.1:${port}`, DATABASE_POOL_SIZE: String(POOL_SIZE) }
  const start = async (own: number) => void programs.push(await startProgram(dataDir, own, settings))
  try {
    // The first one makes the tables.
    await start(ports[0] ?? 0)
    for (let at = 1; at < PROCESSES; at += STARTED_AT_ONCE)
      await Promise.all(ports.slice(at, at + STARTED_AT_ONCE).map(start))
    const proxy = await startProxy(port, ports)
    const origins = [...programs.map(({ origin }) => origin), `http://127.0.0.1:${port}`]
    return {
      programs,
      origins,
      stop: () =>
        proxy
          .stop()
          .then(stopAll)
          .then(() => undefined),
    }
  } catch (error) {
    await stopAll()
    throw error
  }
}

/** Visits everywhere, again and again. @returns how long after now the last visit began that was not as it must be, in ms */
async function wrongFor(origins: string[], visit: (origin: string) => Promise<boolean>): Promise<number> {
  const since = performance.now()
  const watch = async (origin: string) => {
    let wrong = 0
    while (performance.now() - since < WATCHED_MS) {
      const asked = performance.now() - since
      if (!(await visit(origin))) wrong = asked
      await pause(25)
    }
    // Once more, however long that took.
    return (await visit(origin)) ? wrong : Number.POSITIVE_INFINITY
  }
  return Math.max(...(await Promise.all(origins.map(watch))))
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" })
const page = (origin: string) => fetch(`${origin}/anna`, { headers: { "accept-encoding": "br" } })
const statusOf = async (origin: string) => {
  const answer = await page(origin)
  await answer.body?.cancel()
  return answer.status
}

async function saves({ origins }: Crowd, token: string, count: () => number): Promise<Figure[]> {
  let oldest = 0
  const before = count()
  for (let n = 0; n < SAVES; n++) {
    const origin = origins[n % origins.length] ?? ""
    // In the memory of all.
    await Promise.all(origins.map(statusOf))
    const body = { full_name: "Anna", bio: `Version ${n}.` }
    const saved = await send(origin, "/api/profile", body, bearer(token), "PUT")
    if (!saved.ok) throw new Error(`A save was answered with ${saved.status}.`)
    const wrong = await wrongFor(origins, async (at) => (await (await page(at)).text()).includes(body.bio))
    oldest = Math.max(oldest, wrong)
  }
  return [
    atMost(
      `${SAVES} saves: the longest time after one in which a visit saw the page from before`,
      oldest,
      1_000,
      " ms",
    ),
    atMost("messages per save", (count() - before) / SAVES, 2, "", 2),
  ]
}

async function hidings({ origins }: Crowd, adminToken: string, id: string): Promise<Figure[]> {
  let shown = 0
  for (let n = 0; n < HIDINGS; n++) {
    const [reported, hid, restored] = [0, 1, 2].map((step) => origins[(n + step) % origins.length] ?? "")
    const report = await send(reported ?? "", "/api/reports", { username: "anna", reason: "spam" })
    const seen = await Promise.all(origins.map(statusOf))
    const path = `/api/moderation/hidden/${id}`
    const hidden = await send(hid ?? "", path, undefined, bearer(adminToken), "PUT")
    if (!report.ok || !hidden.ok || seen.some((status) => status !== 200))
      throw new Error(`Nothing to hide: ${report.status}, ${hidden.status}, ${seen.join(" ")}.`)
    for (let round = 0; round < 5; round++)
      shown += (await Promise.all(origins.map(statusOf))).filter((status) => status !== 404).length
    const back = await send(restored ?? "", path, undefined, bearer(adminToken), "DELETE")
    if (!back.ok) throw new Error(`It is not restored: ${back.status}.`)
    const missing = await wrongFor(origins, async (at) => (await statusOf(at)) === 200)
    if (missing > 1_000) throw new Error(`The restored page was missing for ${missing} ms.`)
  }
  return [exactly(`${HIDINGS} times hidden: visits that saw the page once that was answered`, shown, 0)]
}

async function signOuts({ origins }: Crowd): Promise<Figure[]> {
  let accepted = 0
  for (let n = 0; n < SIGN_OUTS; n++) {
    const origin = origins[n % origins.length] ?? ""
    const { access_token } = await (await signIn(origin, "anna")).json()
    const headers = bearer(access_token)
    const known = async () => {
      const answers = await Promise.all(origins.map((at) => fetch(`${at}/api/me`, { headers })))
      return answers.filter(({ status }) => status === 200).length
    }
    if ((await known()) !== origins.length) throw new Error("A process does not know a session.")
    await send(origin, "/auth/v1/logout?scope=local", {}, headers)
    accepted += await known()
  }
  return [exactly(`${SIGN_OUTS} times signed out: answers to that session afterward`, accepted, 0)]
}

export async function manyProcesses(): Promise<Figure[]> {
  if (POSTGRES === null || NGINX === null)
    return [fact("on PostgreSQL behind nginx", "not measured: one is not installed")]
  const server = await startPostgres(POSTGRES, ["-c", `max_connections=${PROCESSES * CONNECTIONS_EACH + 20}`])
  try {
    return await inFolder(async (folder) => {
      const DATABASE_URL = await server.createDatabase("crowd")
      const began = performance.now()
      const crowd = await startCrowd(folder, {
        DATABASE_URL,
        SECRET: "together".repeat(4),
        ADMIN_EMAIL: "chief@example.com",
      })
      const startS = (performance.now() - began) / 1000
      const messages = await countMessages(DATABASE_URL)
      try {
        const site = { origin: crowd.origins[0] ?? "" }
        const admin = await newAccount(site, folder, "chief")
        const token = await newAccount(site, folder, "anna")
        const me = await (await fetch(`${site.origin}/api/me`, { headers: bearer(token) })).json()
        return [
          fact("processes behind nginx, two connections each and one that listens", String(crowd.programs.length)),
          fact("until all had started", `${startS.toFixed(0)} s`),
          ...(await saves(crowd, token, messages.count)),
          ...(await hidings(crowd, admin, me.user.id)),
          ...(await signOuts(crowd)),
        ]
      } finally {
        await messages.close()
        await crowd.stop()
      }
    })
  } finally {
    await server.remove()
  }
}
