// Who is signed in, for the application and for the islands on documents alike: one store per page, no provider needed.
import type { AuthChangeEvent, Session } from "@supabase/auth-js"
import { startTransition, useEffect, useState, useSyncExternalStore } from "react"
import type { Role } from "../../domain/account/roles.ts"
import type { OwnProfile } from "../../domain/profile/profile.ts"
import { api, whenRefused } from "./api.ts"
import { authClient } from "./auth-client.ts"
import { clearAuthStorage, endPasswordReset, isPasswordReset } from "./flags.ts"
import { needsCode } from "./second-factor.ts"
import { SESSION_KEY } from "./session-key.ts"

export interface SignedInUser {
  id: string
  email: string
  /** as given at sign-up, may be empty */
  full_name: string
}

/** The answer of GET /api/me. */
export interface Me {
  user: SignedInUser
  profile: OwnProfile | null
  roles: Role[]
  account: "active" | "deactivated"
  /** ISO 8601; an administrator without a second factor needs one from then on */
  second_factor_due_at: string | null
}

export type SessionState =
  | { status: "loading" }
  /** `needsCode`: the password was right, the code of the second factor is still to come */
  | { status: "signed-out"; needsCode: boolean }
  | { status: "signed-in"; user: SignedInUser; me: Me | null; loaded: "loading" | "ready" | "failed" }

const LOADING: SessionState = { status: "loading" }
const SIGNED_OUT: SessionState = { status: "signed-out", needsCode: false }
let state: SessionState = LOADING
let started = false
let leaving = false
const listeners = new Set<() => void>()

function publish(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

function start(): void {
  if (started) return
  started = true
  authClient().onAuthStateChange(onEvent)
  const askAgain = () => void refreshMe()
  whenRefused({ sessionGone: endHere, deactivated: askAgain, forbidden: askAgain })
  // Another tab emptied the storage: its sign-out is ours.
  addEventListener("storage", ({ key }) => {
    if ((key === SESSION_KEY || key === null) && localStorage.getItem(SESSION_KEY) === null) onEvent("SIGNED_OUT", null)
  })
  // A page that comes back out of the browser's memory may show what is no longer so.
  addEventListener("pageshow", ({ persisted }) => persisted && void refreshMe())
}

/** All session events of the specification (section 4). A recovery session is nobody's sign-in. */
function onEvent(event: AuthChangeEvent, session: Session | null): void {
  if (leaving) return
  if (session === null || event === "PASSWORD_RECOVERY" || isPasswordReset()) {
    publish(SIGNED_OUT)
    return
  }
  if (needsCode(session)) {
    publish({ status: "signed-out", needsCode: true })
    return
  }
  const { id, email = "", user_metadata } = session.user
  const user: SignedInUser = { id, email, full_name: String(user_metadata?.full_name ?? "") }
  // The client says SIGNED_IN again whenever the tab comes back: what is known stays known.
  if (state.status === "signed-in" && state.user.id === id && state.loaded !== "failed") {
    if (event !== "USER_UPDATED" && state.user.email === email) return
    publish({ ...state, user })
  } else publish({ status: "signed-in", user, me: null, loaded: "loading" })
  // The news of another tab's sign-in may be here before the storage is: the token comes with it.
  void refreshMe(session.access_token)
}

/** Ends the session in this browser without a word to the server, which has ended it already; other tabs see it in the storage. */
export function endHere(): void {
  clearAuthStorage()
  onEvent("SIGNED_OUT", null)
}

/** A reset that came to nothing: anyone who was signed in before is so again. */
export async function abandonReset(): Promise<void> {
  endPasswordReset()
  const { data } = await authClient().getSession()
  onEvent("INITIAL_SESSION", data.session)
}

/** Asks the server again who this is; also after the profile has changed. */
export async function refreshMe(token?: string): Promise<void> {
  if (state.status !== "signed-in") return
  const { id } = state.user
  const me = await api<Me>("/api/me", token === undefined ? {} : { token }).catch(() => null)
  const current: SessionState = state
  if (current.status !== "signed-in" || current.user.id !== id) return
  publish({ ...current, me: me ?? current.me, loaded: me ? "ready" : "failed" })
}

/** The profile as the server has just stored it: nothing more needs to be asked. */
export function keepProfile(profile: OwnProfile): void {
  if (state.status !== "signed-in") return
  if (state.me === null) void refreshMe()
  else publish({ ...state, me: { ...state.me, profile } })
}

/** From here on the page only waits to be left: no event changes what it shows. */
export function leave(): void {
  leaving = true
  publish(LOADING)
}

/** Who is looking, once that is known. */
export function whenKnown(): Promise<SessionState> {
  const isKnown = () => state.status === "signed-out" || (state.status === "signed-in" && state.loaded !== "loading")
  return new Promise((resolve) => {
    if (isKnown()) return resolve(state)
    const stop = subscribe(() => {
      if (!isKnown()) return
      stop()
      resolve(state)
    })
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  start()
  return () => void listeners.delete(listener)
}

/** "loading" on the server and during hydration, so that both render the same. */
export const useSession = (): SessionState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => LOADING,
  )

/** For a whole page: what hangs on it is rendered in pieces, between other work. At once it would hold up a slow phone. */
export function useSessionInPieces(): SessionState {
  const [seen, setSeen] = useState(() => state)
  useEffect(() => {
    const look = () => startTransition(() => setSeen(state))
    look()
    return subscribe(look)
  }, [])
  return seen
}
