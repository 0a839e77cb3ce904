// A phone that keeps its contacts in step with /dav.
import { randomUUID } from "node:crypto"
import type pg from "pg"
import { hashOf } from "../../src/server/features/auth/app-passwords/app-passwords.ts"
import { basic } from "../support/dav.ts"

const APP_PASSWORD = "abcd-efgh-ijkl-mnop-qrst-uvwx-yz23"

export const addAppPassword = (pool: pg.Pool, userId: string): Promise<unknown> =>
  pool.query(
    "insert into app_passwords (id, user_id, name, secret_hash, created_at) values ($1, $2, 'Bench', $3, now())",
    [randomUUID(), userId, hashOf(APP_PASSWORD)],
  )

interface Sent {
  headers?: Record<string, string>
  /** of a contact; otherwise the book is asked */
  name?: string
  /** false: the answer is read like a file, without collecting it */
  keepsText?: boolean
}

export interface Answered {
  /** until the whole answer was there, and until it began */
  ms: number
  firstMs: number
  bytes: number
  text: string
}

export type Ask = (method: string, body: string, sent?: Sent) => Promise<Answered>

/** @returns what sends requests to the book; it throws when an answer is an error */
export function phoneOf({ origin, userId, email }: { origin: string; userId: string; email: string }): Ask {
  const path = `${origin}/dav/${userId}/people/`
  const authorization = basic(email, APP_PASSWORD)
  return async (method, body, { headers, name = "", keepsText = true } = {}) => {
    const start = performance.now()
    const answer = await fetch(path + name, {
      method,
      headers: { authorization, "content-type": "text/xml", ...headers },
      body,
    })
    if (!answer.ok) throw new Error(`${method} answered ${answer.status}: ${await answer.text()}`)
    const firstMs = performance.now() - start
    const decoder = new TextDecoder()
    let [bytes, text] = [0, ""]
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.byteLength
      if (keepsText) text += decoder.decode(chunk, { stream: true })
    }
    return { ms: performance.now() - start, firstMs, bytes, text }
  }
}
