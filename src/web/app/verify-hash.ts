// Uses up the one-time link in a hash fragment: `#token_hash=…&type=signup`, or an error the server put there.
import { AUTH, SETTINGS } from "../../domain/messages.ts"
import { authClient } from "../session/auth-client.ts"
import { isRefused, noAnswer } from "../session/no-answer.ts"

export interface Verification {
  /** unchecked: the server could not be asked; the link may well be good */
  state: "success" | "error" | "unchecked"
  /** of a toast */
  title: string
  message: string
  /** of a changed sign-in address, not of a sign-up */
  isChange: boolean
}

const INVALID = "The link may have expired or be invalid."
/** A link works once: rendering twice must not use it twice. */
const asked = new Map<string, Promise<Verification>>()

/** @param again asks the server once more */
export function verifyOnce(hash: string, again = false): Promise<Verification> {
  const known = asked.get(hash)
  if (known && !again) return known
  const answer = verify(new URLSearchParams(hash.slice(1)))
  asked.set(hash, answer)
  return answer
}

async function verify(params: URLSearchParams): Promise<Verification> {
  const token_hash = params.get("token_hash")
  const type = params.get("type")
  const isChange = type === "email_change"
  const failed = isChange ? AUTH.emailUpdateFailed : AUTH.verificationFailed
  if (token_hash === null || (type !== "signup" && type !== "email" && !isChange))
    return {
      state: "error",
      isChange,
      title: failed,
      message: params.get("error_description") ?? INVALID,
    }
  const { error } = await authClient().verifyOtp({ token_hash, type })
  if (error === null) {
    if (isChange) await takeOver()
    const title = isChange ? SETTINGS.emailUpdated : AUTH.emailVerified
    const message = isChange ? "From now on you sign in with your new address." : "You can now log in."
    return { state: "success", isChange, title, message }
  }
  if (isRefused(error)) return { state: "error", isChange, title: failed, message: INVALID }
  return {
    state: "unchecked",
    isChange,
    title: isChange ? failed : AUTH.verificationError,
    message: noAnswer(error.status ?? 0),
  }
}

/** The session at hand, if any, still bears the former address. */
async function takeOver(): Promise<void> {
  const { data } = await authClient().getSession()
  if (data.session) await authClient().refreshSession()
}
