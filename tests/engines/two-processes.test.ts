// Two processes of the program on one PostgreSQL database: what one of them knows, the other knows as well, at once.
import { mkdtemp, rm } from "node:fs/promises"
import { get } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { PASSWORD, type Program, send, signIn, signUp, startProgram } from "../endurance/program.ts"
import { freePort } from "../support/free-port.ts"
import { catchMail, type MailCatcher } from "../support/mail-catcher.ts"
import { photograph } from "../support/pictures.ts"
import { type PostgresServer, startPostgres } from "../support/postgres.ts"
import { relayTo, type TcpRelay } from "../support/tcp-relay.ts"
import { POSTGRES } from "./engines.ts"

const ORIGIN = "http://cards.example.com"
/** What Chromium says of itself: robots are not counted. */
const VISITOR = { "user-agent": "Mozilla/5.0 (X11; Linux x64) Chrome/140.0", "accept-encoding": "br" }

describe.skipIf(POSTGRES === null)("two processes on one PostgreSQL database", () => {
  let server: PostgresServer
  let relay: TcpRelay
  let dataDir = ""
  let url = ""
  let mail: MailCatcher
  const programs: Program[] = []
  let token = ""
  const pool = () => new pg.Pool({ connectionString: url, max: 1 })

  /** In turn, one process after the other. */
  let turn = 0
  const next = () => (programs[turn++ % 2] as Program).origin
  const [one, other] = [() => (programs[0] as Program).origin, () => (programs[1] as Program).origin]

  async function start(env: Record<string, string>) {
    const settings = { PUBLIC_ORIGIN: ORIGIN, SECRET: "together".repeat(4), SMTP_URL: mail.url, ...env }
    return startProgram(dataDir, await freePort(), settings)
  }
  beforeAll(async () => {
    server = await startPostgres(POSTGRES ?? "")
    dataDir = await mkdtemp(join(tmpdir(), "meishi-two-"))
    url = await server.createDatabase("two")
    relay = await relayTo(Number(new URL(url).port))
    const relayed = url.replace(/:\d+\//, `:${relay.port}/`)
    mail = await catchMail()
    for (const DATABASE_URL of [url, relayed]) programs.push(await start({ DATABASE_URL }))
    await signUp(one(), "anna")
    await vi.waitFor(() => expect(mail.caught).toHaveLength(1), 10_000)
    const token_hash = /token_hash=([\w-]+)/.exec(mail.caught[0]?.parsed.text ?? "")?.[1]
    await send(other(), "/auth/v1/verify", { token_hash, type: "signup", password: PASSWORD })
    token = (await (await signIn(one(), "anna")).json()).access_token
  })
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.kill()))
    await relay?.close()
    await mail?.close()
    await server?.remove()
    await rm(dataDir, { recursive: true, force: true })
  })

  const bearer = (value: string) => ({ authorization: `Bearer ${value}`, "content-type": "application/json" })
  const statusOfMe = async (origin: string, value: string) =>
    (await fetch(`${origin}/api/me`, { headers: bearer(value) })).status
  async function save(origin: string, bio: string): Promise<void> {
    const body = JSON.stringify({ full_name: "Anna", bio })
    const saved = await fetch(`${origin}/api/profile`, { method: "PUT", headers: bearer(token), body })
    expect(saved.status).toBe(200)
  }
  const page = async (origin: string) => (await fetch(`${origin}/anna`, { headers: VISITOR })).text()

  test("ten wrong passwords count as ten, whichever process receives them", async () => {
    const attempt = async (origin: string) => {
      const body = { email: "guessed@example.com", password: "wrong" }
      // One address for all of them.
      const headers = { "x-forwarded-for": "203.0.113.9" }
      return (await send(origin, "/auth/v1/token?grant_type=password", body, headers)).status
    }
    const answers: number[] = []
    for (let n = 0; n < 10; n++) answers.push(await attempt(next()))
    expect(answers).toEqual(Array.from({ length: 10 }, () => 400))
    expect([await attempt(one()), await attempt(other())]).toEqual([429, 429])
  })

  test("signing out at one process signs out at the other with the next request, and a refresh token works once", async () => {
    const session = await (await signIn(one(), "anna")).json()
    expect(await statusOfMe(other(), session.access_token)).toBe(200)
    const signedOut = await send(one(), "/auth/v1/logout?scope=local", {}, bearer(session.access_token))
    expect(signedOut.status).toBe(204)
    expect(await statusOfMe(other(), session.access_token)).toBe(401)
    const refreshed = await send(other(), "/auth/v1/token?grant_type=refresh_token", session)
    expect(refreshed.ok).toBe(false)
    expect(await statusOfMe(other(), token)).toBe(200)
  })

  /** Visits until the page has this text. @returns how long after now the last visit began that did not see it, in ms */
  async function staleFor(origin: string, text: string): Promise<number> {
    const since = performance.now()
    for (let stale = 0; ; ) {
      const asked = performance.now() - since
      if ((await page(origin)).includes(text)) return stale
      stale = asked
    }
  }

  test("a profile saved at one process is shown by the other to every visit a second later, even if the page was in memory", async () => {
    const stale: number[] = []
    for (let n = 0; n < 30; n++) {
      const [writer, reader] = n % 2 === 0 ? [one(), other()] : [other(), one()]
      // Twice: rendered, then from memory.
      await page(reader)
      await page(reader)
      await save(writer, `Version ${n}.`)
      stale.push(await staleFor(reader, `Version ${n}.`))
    }
    expect(Math.max(...stale)).toBeLessThan(1_000)
  })

  test("a photo sent to one is served by the other, in its page, as a file and as a preview", async () => {
    const body = new Uint8Array(await photograph(300, 300))
    const sent = await fetch(`${one()}/api/profile/photo`, {
      method: "PUT",
      headers: { ...bearer(token), "content-type": "image/jpeg" },
      body,
    })
    const { profile_picture } = await sent.json()
    expect((await fetch(other() + profile_picture)).status).toBe(200)
    await expect.poll(() => page(other())).toContain(profile_picture.split("?")[0])
    const preview = /property="og:image" content="([^"]+)"/.exec(await page(other()))?.[1] ?? ""
    for (const origin of [one(), other()])
      expect((await fetch(preview.replace(ORIGIN, origin))).headers.get("content-type")).toBe("image/jpeg")
  })

  test("a listening connection that is cut, or falls silent, leaves no page behind that is older than a second", async () => {
    const client = pool()
    await page(other())
    const { rows } = await client.query(
      "select pg_terminate_backend(pid) as cut from pg_stat_activity where datname = 'two' and application_name = 'meishi listening'",
    )
    expect(rows).toEqual([{ cut: true }, { cut: true }])
    await client.end()
    await save(one(), "After the cut.")
    expect(await staleFor(other(), "After the cut.")).toBeLessThan(1_000)

    // Not while it connects: a connection that was never made does not fall silent.
    await expect.poll(() => programs[1]?.output(), { timeout: 10_000 }).toContain("listening_again")
    await page(other())
    expect(relay.silence("meishi listening")).toBe(1)
    await save(one(), "In silence.")
    expect(await staleFor(other(), "In silence.")).toBeLessThan(1_000)
    await expect.poll(() => programs[1]?.output(), { timeout: 25_000 }).toContain("has fallen silent")
    await expect.poll(() => programs[1]?.output(), { timeout: 25_000 }).toMatch(/fallen silent[\s\S]*listening_again/)
    await save(one(), "Heard again.")
    expect(await staleFor(other(), "Heard again.")).toBeLessThan(1_000)
  })

  test("each email is sent once, however many processes read the outbox", async () => {
    const usernames = Array.from({ length: 12 }, (_, n) => `email-${n}`)
    const answers = await Promise.all(usernames.map((username) => signUp(next(), username)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await expect.poll(() => mail.caught.length).toBeGreaterThanOrEqual(13)
    // A process that would send one again reads the outbox when the next email is queued.
    await Promise.all([signUp(one(), "late-1"), signUp(other(), "late-2")])
    await expect.poll(() => mail.caught.length).toBeGreaterThanOrEqual(15)
    const recipients = mail.caught.flatMap(({ to }) => to).sort()
    expect(recipients).toEqual([...new Set(recipients)])
    expect(recipients).toHaveLength(15)
  })

  test("a save that was committed, and whose answer was lost on the way, is not taken for a change by others", async () => {
    const headers = { ...bearer(token), "content-type": "application/json" }
    const { profile } = await (await fetch(`${other()}/api/me`, { headers })).json()
    const put = (job_title: string, version: number) =>
      fetch(`${other()}/api/profile`, {
        method: "PUT",
        headers: { ...headers, "if-match": `"${version}"` },
        body: JSON.stringify({
          full_name: "Anna",
          job_title,
          look: { pattern: "waves", layout: "vertical", ground: "ink" },
        }),
      })
    const job_title = "Lost on the way"
    const lost = relay.loseAnswer(job_title, "commit")
    const saved = await put(job_title, profile.version)
    await lost
    expect([saved.status, (await saved.json()).profile]).toMatchObject([
      200,
      { job_title, version: profile.version + 1 },
    ])
    expect(await page(one())).toContain(job_title)
    expect((await put("Of an older version.", profile.version)).status).toBe(412)
  })

  test("what a process saves and does not live to announce is shown by the other, or is not saved", async () => {
    const killed = await start({ DATABASE_URL: url })
    const client = pool()
    await save(one(), "Before the end.")
    await expect.poll(() => page(other()).then((text) => text.includes("Before the end."))).toBe(true)
    await client.query("begin")
    await client.query("select from profiles where username = 'anna' for update")
    const saving = save(killed.origin, "At the end.").catch(() => "no answer")
    const look = new pg.Client({ connectionString: url })
    await look.connect()
    const isWaiting = async () => {
      const found = await look.query(
        `select from pg_stat_activity where datname = 'two' and wait_event_type = 'Lock' and query like 'update "profiles"%'`,
      )
      return found.rows.length > 0
    }
    await expect.poll(isWaiting).toBe(true)
    await killed.kill()
    expect(await saving).toBe("no answer")
    await client.query("rollback")
    await expect.poll(isWaiting).toBe(false)
    const left = "select from pg_stat_activity where datname = 'two' and state <> 'idle' and pid <> pg_backend_pid()"
    await expect.poll(async () => (await look.query(left)).rows).toEqual([])
    const { rows } = await look.query("select bio from profiles where username = 'anna'")
    await expect.poll(() => page(other()).then((text) => text.includes(rows[0].bio)), { timeout: 2_000 }).toBe(true)
    await save(one(), "Heard again.")
    await Promise.all([client.end(), look.end()])
  })

  test("a deactivation that was committed, and whose answer was lost on the way, is heard by the other as well", async () => {
    expect(await page(one())).toContain("Heard again.")
    const me = await (await fetch(`${one()}/api/me`, { headers: bearer(token) })).json()
    const body = { user_id: me.user.id }
    const lost = relay.loseAnswer("account.deactivated", "commit")
    const ended = await send(other(), "/api/functions/delete-user-account", body, bearer(token))
    await lost
    expect(ended.status).toBe(200)
    expect((await fetch(`${one()}/anna`, { headers: VISITOR })).status).toBe(404)
    const { access_token } = await (await signIn(one(), "anna")).json()
    const restored = await send(one(), "/api/functions/reactivate-user-account", body, bearer(access_token))
    expect(restored.status).toBe(200)
  })

  test("taps and views at both are counted once each, also those that one holds when it ends", async () => {
    const client = pool()
    const { rows } = await client.query(
      `insert into card_urls (id, card_id, activation_status, user_id, created_at, activated_at)
        select id, 'twoways1', 'activated', id, now(), now() from profiles where username = 'anna' returning card_id, user_id`,
    )
    const { card_id, user_id } = rows[0]
    // Not by fetch: it says of itself that it is no browser that opens a page.
    const tap = () =>
      new Promise((resolve, reject) => {
        const asked = get(`${next()}/card/${card_id}`, { headers: VISITOR }, (answer) => resolve(answer.statusCode))
        asked.once("error", reject)
      })
    const answers = await Promise.all(Array.from({ length: 60 }, tap))
    expect(new Set(answers)).toEqual(new Set([302]))
    const body = JSON.stringify({ profile: user_id, did: "view" })
    for (let n = 0; n < 20; n++) {
      const headers = { ...VISITOR, "content-type": "application/json", "x-forwarded-for": `198.51.100.${n}` }
      expect((await fetch(`${next()}/api/visits`, { method: "POST", headers, body })).ok).toBe(true)
    }
    await Promise.all(programs.map((program) => program.stop()))
    expect((await client.query("select count(*)::int as taps from card_taps")).rows).toEqual([{ taps: 60 }])
    expect((await client.query("select sum(views)::int as views from profile_days")).rows).toEqual([{ views: 20 }])
    await client.end()
  })
})
