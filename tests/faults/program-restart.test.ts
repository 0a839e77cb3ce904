// The running program on a PostgreSQL server that is killed three times under fifteen clients: they save, upload, deactivate,
// reactivate and look. Nobody sees a 5xx, and nothing that was acknowledged is lost.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { POSTGRES } from "../engines/engines.ts"
import { freePort } from "../support/free-port.ts"
import { photograph } from "../support/pictures.ts"
import { type PostgresServer, startPostgres } from "../support/postgres.ts"
import { fromAnywhere, newAccount, type Program, send, signIn, startProgram } from "./program.ts"

const AWAY_MS = 1_200
const BETWEEN_MS = 800

interface Person {
  username: string
  token: string
  user_id: string
}

describe.skipIf(POSTGRES === null)("the program, while its PostgreSQL server is killed and comes back", () => {
  let server: PostgresServer
  let program: Program
  let dataDir = ""
  let people: Person[] = []
  let done = false
  const answers = new Map<string, number>()
  const failures: string[] = []

  beforeAll(async () => {
    server = await startPostgres(POSTGRES ?? "")
    dataDir = await mkdtemp(join(tmpdir(), "meishi-restart-"))
    const DATABASE_URL = await server.createDatabase("program")
    program = await startProgram(dataDir, await freePort(), { DATABASE_URL, SECRET: "restart!".repeat(4) })
    people = await Promise.all(
      Array.from({ length: 15 }, async (_, at) => {
        const username = `person-${at}`
        const token = await newAccount(program, dataDir, username)
        const me = await fetch(`${program.origin}/api/me`, { headers: { authorization: `Bearer ${token}` } })
        return { username, token, user_id: (await me.json()).user.id }
      }),
    )
  })
  afterAll(async () => {
    await program?.kill()
    await server?.remove()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Notes what came back; anything but 200 is a failure. */
  async function ask(what: string, asking: Promise<Response>): Promise<Response> {
    const answer = await asking
    answers.set(what, (answers.get(what) ?? 0) + 1)
    if (answer.status !== 200) failures.push(`${what}: ${answer.status} ${await answer.clone().text()}`)
    return answer
  }

  const headersOf = (token: string, type = "application/json") => ({
    authorization: `Bearer ${token}`,
    "content-type": type,
    ...fromAnywhere(),
  })
  const look = (path: string, token?: string) =>
    fetch(program.origin + path, { headers: token === undefined ? fromAnywhere() : headersOf(token) })

  async function saver({ username, token }: Person): Promise<void> {
    let n = 0
    while (!done) {
      n += 1
      const sent = { full_name: "Ada Lovelace", bio: `bio ${n}` }
      const put = { method: "PUT", headers: headersOf(token), body: JSON.stringify(sent) }
      const saved = await ask("save", fetch(`${program.origin}/api/profile`, put))
      // One writer per profile: what it was told last is what everybody sees.
      if (saved.status === 200) {
        const { profile } = await (await ask("own", look("/api/me", token))).json()
        if (profile.bio !== sent.bio) failures.push(`lost: ${sent.bio} of ${username}, there is ${profile.bio}`)
      }
      await ask("public", look(`/api/profiles/${username}`))
      await ask("card", look(`/${username}.vcf`))
    }
  }

  async function painter({ token }: Person): Promise<void> {
    for (let n = 0; !done; n++) {
      const body = new Uint8Array(await photograph(60 + (n % 50), 40))
      const post = { method: "POST", headers: headersOf(token, "image/jpeg"), body }
      const painted = await ask("photo", fetch(`${program.origin}/api/profile/photo`, post))
      if (painted.status !== 200) continue
      const { profile_picture } = await painted.json()
      const { profile } = await (await ask("own", look("/api/me", token))).json()
      if (profile.profile_picture !== profile_picture) failures.push(`lost: ${profile_picture}`)
      await ask("picture", look(profile_picture))
    }
  }

  async function leaver({ username, user_id, token: first }: Person): Promise<void> {
    let token = first
    for (let n = 0; !done && n < 10; n++) {
      const act = (path: string) => send(program.origin, path, { user_id }, headersOf(token))
      await ask("deactivate", act("/api/functions/delete-user-account"))
      const session = await ask("sign-in", signIn(program.origin, username))
      if (session.status !== 200) continue
      token = (await session.json()).access_token
      const me = await (await ask("own", look("/api/me", token))).json()
      if (me.account !== "deactivated") failures.push(`lost: the deactivation of ${username}`)
      await ask("reactivate", act("/api/functions/reactivate-user-account"))
      const after = await (await ask("own", look("/api/me", token))).json()
      if (after.account !== "active") failures.push(`lost: the reactivation of ${username}`)
      await pause(300)
    }
  }

  test("nobody sees a 5xx and nothing acknowledged is lost", async () => {
    const roles = [saver, saver, saver, painter, leaver]
    const clients = people.map((person, at) => roles[at % roles.length]?.(person))
    for (let kill = 0; kill < 3; kill++) {
      await pause(BETWEEN_MS)
      await server.stop("immediate")
      await pause(AWAY_MS)
      await server.start()
    }
    await pause(BETWEEN_MS)
    done = true
    await Promise.all(clients)
    expect(failures).toEqual([])
    for (const what of ["save", "photo", "deactivate", "reactivate"]) expect(answers.get(what) ?? 0).toBeGreaterThan(0)
    console.log(`3 kills: ${[...answers].map(([what, count]) => `${count} ${what}`).join(", ")}; no 5xx, none lost`)
  })
})
