// The link of the reset email: read once, removed from the address bar before anything else loads, then checked (specification sections 4 and 8).
import { RESET } from "../../../domain/messages.ts"
import { startPasswordReset } from "../../session/flags.ts"
import { keptResetSession, openResetSession } from "../../session/reset-session.ts"
import { SESSION_KEY } from "../../session/session-key.ts"

const LINK = `${SESSION_KEY}-link`

/** Runs inline at the top of the page (root.tsx), before any other file is requested. */
export const HIDE_LINK = `try{let q=location.search;if(q){sessionStorage.setItem("${LINK}",q);history.replaceState(history.state,"",location.pathname)}}catch{}`

export type LinkCheck =
  | { state: "ready"; email: string }
  | { state: "refused"; message: string }
  /** the server could not be reached; the link may still work */
  | { state: "unchecked"; problem: string }

function takeQuery(): URLSearchParams {
  const query = sessionStorage.getItem(LINK) ?? location.search
  sessionStorage.removeItem(LINK)
  if (location.search !== "") history.replaceState(history.state, "", location.pathname)
  return new URLSearchParams(query)
}

let query: URLSearchParams | undefined
let check: Promise<LinkCheck> | undefined

/** One check per link, however often the page renders. `again` asks the server once more. */
export function checkLink(again = false): Promise<LinkCheck> {
  query ??= takeQuery()
  if (again) check = undefined
  check ??= checkQuery(query)
  return check
}

/** Allows this page to check another link. */
export function forgetLink(): void {
  query = undefined
  check = undefined
}

async function checkQuery(params: URLSearchParams): Promise<LinkCheck> {
  const code = params.get("error_code")
  if (params.has("error") || code !== null)
    return { state: "refused", message: code === "otp_expired" ? RESET.expired : RESET.invalidOrExpired }
  const access_token = params.get("access_token")
  const refresh_token = params.get("refresh_token")
  if (params.get("type") !== "recovery" || !access_token || !refresh_token) {
    const kept = params.size === 0 ? await keptResetSession() : null
    return kept ? { state: "ready", ...kept } : { state: "refused", message: RESET.invalid }
  }
  // From here on, no one counts as signed in, even while the server has not answered yet.
  startPasswordReset()
  const opened = await openResetSession({ access_token, refresh_token })
  if (opened === "refused") return { state: "refused", message: RESET.invalidOrExpired }
  return "email" in opened ? { state: "ready", ...opened } : { state: "unchecked", ...opened }
}
