// Who is signed in, for the application and for the islands on documents alike: one store per page, no provider needed.
import type { AuthChangeEvent, Session } from "@supabase/auth-js"
import { useSyncExternalStore } from "react"
import type { OwnProfile } from "../../domain/profile.ts"
import type { Role } from "../../domain/roles.ts"
import { api, whenSessionGone } from "./api.ts"
import { authClient } from "./auth-client.ts"
import { clearAuthStorage, isPasswordReset } from "./flags.ts"

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
}

export type SessionState =
  | { status: "loading" }
  | { status: "signed-out" }
  | { status: "signed-in"; user: SignedInUser; me: Me | null; loaded: "loading" | "ready" | "failed" }

const LOADING: SessionState = { status: "loading" }
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
  whenSessionGone(() => {
    clearAuthStorage()
    onEvent("SIGNED_OUT", null)
  })
}

/** All session events of the specification (section 4). A recovery session is nobody's sign-in. */
function onEvent(event: AuthChangeEvent, session: Session | null): void {
  if (leaving) return
  if (session === null || event === "PASSWORD_RECOVERY" || isPasswordReset()) {
    publish({ status: "signed-out" })
    return
  }
  const { id, email, user_metadata } = session.user
  const user: SignedInUser = { id, email: email ?? "", full_name: String(user_metadata?.full_name ?? "") }
  // The client says SIGNED_IN again whenever the tab comes back: what is known stays known.
  if (state.status === "signed-in" && state.user.id === id && state.loaded !== "failed" && event !== "USER_UPDATED")
    return
  publish({ status: "signed-in", user, me: null, loaded: "loading" })
  void refreshMe()
}

/** Asks the server again who this is; also after the profile has changed. */
export async function refreshMe(): Promise<void> {
  if (state.status !== "signed-in") return
  const { id } = state.user
  const me = await api<Me>("/api/me").catch(() => null)
  const current: SessionState = state
  if (current.status !== "signed-in" || current.user.id !== id) return
  publish({ ...current, me: me ?? current.me, loaded: me ? "ready" : "failed" })
}

/** From here on the page only waits to be left: no event changes what it shows. */
export function leave(): void {
  leaving = true
  publish(LOADING)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  start()
  return () => listeners.delete(listener)
}

/** "loading" on the server and during hydration, so that both render the same. */
export const useSession = (): SessionState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => LOADING,
  )
