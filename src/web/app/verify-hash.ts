// Uses up the one-time link in a hash fragment: `#token_hash=…&type=signup`, or an error the server put there.
import { AUTH } from "../../domain/messages.ts"
import { authClient } from "../session/auth-client.ts"

/** `isUsed`: the link will not work again, so nothing is gained by keeping it. */
export type Verification = { isUsed: boolean } & (
  | { state: "success" }
  | { state: "error"; title: string; message: string }
)

const INVALID = "The link may have expired or be invalid."
/** A link works once: rendering twice must not use it twice. */
const asked = new Map<string, Promise<Verification>>()

export function verifyOnce(hash: string): Promise<Verification> {
  const known = asked.get(hash)
  if (known) return known
  const answer = verify(new URLSearchParams(hash.slice(1)))
  asked.set(hash, answer)
  return answer
}

async function verify(params: URLSearchParams): Promise<Verification> {
  const token_hash = params.get("token_hash")
  const type = params.get("type")
  if (token_hash === null || (type !== "signup" && type !== "email" && type !== "email_change"))
    return {
      state: "error",
      isUsed: true,
      title: AUTH.verificationFailed,
      message: params.get("error_description") ?? INVALID,
    }
  const { error } = await authClient().verifyOtp({ token_hash, type })
  if (error === null) return { state: "success", isUsed: true }
  // The server said no: the link. Anything else: the way there.
  const isRefused = error.status !== undefined && error.status >= 400 && error.status < 500
  return {
    state: "error",
    isUsed: isRefused,
    title: isRefused ? AUTH.verificationFailed : AUTH.verificationError,
    message: isRefused ? INVALID : error.message || AUTH.unknown,
  }
}
