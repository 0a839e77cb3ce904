// Refresh tokens: `session.counter.HMAC`. Nothing secret is stored; the session row says which counter is current.
import { createHmac, timingSafeEqual } from "node:crypto"
import { isUuid } from "../../../../domain/paths.ts"

export interface RefreshTokens {
  issue(sessionId: string, counter: number): string
  /** What a genuine token names, or null for any other text. */
  read(token: string): { session_id: string; counter: number } | null
}

export function createRefreshTokens(key: Buffer): RefreshTokens {
  const mac = (body: string): string => createHmac("sha256", key).update(body).digest("base64url")
  return {
    issue(sessionId, counter) {
      const body = `${sessionId}.${counter}`
      return `${body}.${mac(body)}`
    },
    read(token) {
      const [session_id = "", counter = "", given = "", ...rest] = token.split(".")
      if (rest.length > 0 || !isUuid(session_id) || !/^(0|[1-9]\d{0,8})$/.test(counter)) return null
      const expected = Buffer.from(mac(`${session_id}.${counter}`))
      const actual = Buffer.from(given)
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
      return { session_id, counter: Number(counter) }
    },
  }
}
