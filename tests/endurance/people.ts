// People with accounts on the running program, and what one of them does there.
import { type Answer, ask } from "./answers.ts"
import { fromAnywhere, newAccount, PASSWORD, type Program } from "./program.ts"

export interface Member {
  username: string
  get(path: string): Promise<Answer>
  send(method: string, path: string, body: unknown): Promise<Answer>
  /** Writes a number into the profile that is one higher each time. */
  save(): Promise<Answer>
  upload(photo: Uint8Array<ArrayBuffer>): Promise<Answer>
  signIn(): Promise<Answer>
  /** whether the last save that was acknowledged, or a later one, is there */
  isKept(): Promise<boolean>
}

/** Signs up, confirms and signs in. The program may be started again meanwhile, at the same address. */
export async function newMember(program: Pick<Program, "origin">, dataDir: string, username: string): Promise<Member> {
  const { origin } = program
  const token = await newAccount(program, dataDir, username)
  const headers = (type: string) => ({ authorization: `Bearer ${token}`, "content-type": type, ...fromAnywhere() })
  const get = (path: string) => ask(origin + path, { headers: headers("application/json") })
  const send = (method: string, path: string, body: unknown) =>
    ask(origin + path, { method, headers: headers("application/json"), body: JSON.stringify(body) })
  const credentials = { email: `${username}@example.com`, password: PASSWORD }
  let sent = 0
  let acknowledged = 0
  return {
    username,
    get,
    send,
    async save() {
      const n = ++sent
      const answer = await send("PUT", "/api/profile", { full_name: "Ada Lovelace", bio: `bio ${n}` })
      if (answer.status === 200) acknowledged = Math.max(acknowledged, n)
      return answer
    },
    upload: (body) => ask(`${origin}/api/profile/photo`, { method: "PUT", headers: headers("image/jpeg"), body }),
    signIn: () => send("POST", "/auth/v1/token?grant_type=password", credentials),
    async isKept() {
      const bio: string = JSON.parse((await get("/api/me")).text).profile.bio
      return Number(/\d+/.exec(bio)?.[0] ?? 0) >= acknowledged
    },
  }
}

/** One after the other, and again from the first. */
export function inTurn<T>(acts: (() => T)[]): () => T {
  let turn = 0
  return () => (acts[turn++ % acts.length] as () => T)()
}
