// Fifteen people who save, upload, deactivate, reactivate and look again and again, and compare what is there with what they were told.
import { setTimeout as pause } from "node:timers/promises"
import { photograph } from "../support/pictures.ts"
import { fromAnywhere, newAccount, type Program, send, signIn } from "./program.ts"

const PEOPLE = 15

interface Person {
  username: string
  token: string
  user_id: string
}

export interface Seen {
  /** what was done → how often it was answered */
  counts: Map<string, number>
  /** answers other than 200 */
  refused: string[]
  /** what was acknowledged and is not there */
  lost: string[]
  /** from the question to the answer */
  longestMs: number
}

/** They begin at once. @returns how to end it */
export async function busyPeople(program: Program, dataDir: string): Promise<{ stop(): Promise<Seen> }> {
  const seen: Seen = { counts: new Map(), refused: [], lost: [], longestMs: 0 }
  let done = false

  async function ask(what: string, asking: Promise<Response>): Promise<Response> {
    const started = performance.now()
    const answer = await asking
    seen.longestMs = Math.max(seen.longestMs, performance.now() - started)
    seen.counts.set(what, (seen.counts.get(what) ?? 0) + 1)
    if (answer.status !== 200) seen.refused.push(`${what}: ${answer.status} ${await answer.clone().text()}`)
    return answer
  }

  const headersOf = (token: string, type = "application/json") => ({
    authorization: `Bearer ${token}`,
    "content-type": type,
    ...fromAnywhere(),
  })
  const look = (path: string, token?: string) =>
    fetch(program.origin + path, { headers: token === undefined ? fromAnywhere() : headersOf(token) })
  /** What a person has stored, or null if it cannot be read now. */
  async function own<T>(token: string, check: (me: { profile: Record<string, string>; account: string }) => T) {
    const answer = await ask("own", look("/api/me", token))
    if (answer.status === 200) check(await answer.json())
  }
  const expectThere = (what: string, isThere: boolean) => {
    if (!isThere) seen.lost.push(what)
  }

  async function saver({ username, token }: Person): Promise<void> {
    for (let n = 1; !done; n++) {
      const sent = { full_name: "Ada Lovelace", bio: `bio ${n}` }
      const put = { method: "PUT", headers: headersOf(token), body: JSON.stringify(sent) }
      const saved = await ask("save", fetch(`${program.origin}/api/profile`, put))
      // One writer per profile: what it was told last is what everybody sees.
      if (saved.status === 200)
        await own(token, ({ profile }) => expectThere(`${sent.bio} of ${username}`, profile.bio === sent.bio))
      await ask("public", look(`/api/profiles/${username}`))
      await ask("card", look(`/${username}.vcf`))
    }
  }

  async function painter({ token }: Person): Promise<void> {
    for (let n = 0; !done; n++) {
      const body = new Uint8Array(await photograph(60 + (n % 50), 40))
      const put = { method: "PUT", headers: headersOf(token, "image/jpeg"), body }
      const painted = await ask("photo", fetch(`${program.origin}/api/profile/photo`, put))
      if (painted.status !== 200) continue
      const { profile_picture } = await painted.json()
      await own(token, ({ profile }) => expectThere(profile_picture, profile.profile_picture === profile_picture))
      await ask("picture", look(profile_picture))
    }
  }

  async function leaver({ username, user_id, token: first }: Person): Promise<void> {
    let token = first
    for (let n = 0; !done && n < 10; n++) {
      const act = (path: string) => send(program.origin, path, { user_id }, headersOf(token))
      const left = await ask("deactivate", act("/api/functions/delete-user-account"))
      const session = await ask("sign-in", signIn(program.origin, username))
      if (session.status !== 200) continue
      token = (await session.json()).access_token
      if (left.status === 200)
        await own(token, ({ account }) => expectThere(`${username}'s deactivation`, account === "deactivated"))
      const back = await ask("reactivate", act("/api/functions/reactivate-user-account"))
      if (back.status === 200)
        await own(token, ({ account }) => expectThere(`${username}'s reactivation`, account === "active"))
      await pause(300)
    }
  }

  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, at): Promise<Person> => {
      const username = `person-${at}`
      const token = await newAccount(program, dataDir, username)
      const me = await (await look("/api/me", token)).json()
      return { username, token, user_id: me.user.id }
    }),
  )
  const roles = [saver, saver, saver, painter, leaver]
  const doing = people.map((person, at) => roles[at % roles.length]?.(person))
  return {
    async stop() {
      done = true
      await Promise.all(doing)
      return seen
    },
  }
}
