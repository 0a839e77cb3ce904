// The session, for the application and for the islands on documents: one store per page, no provider needed.
import type { AuthChangeEvent, Session } from "@supabase/auth-js"
import { startTransition, useEffect, useState, useSyncExternalStore } from "react"
import type { Me } from "../../api/account.ts"
import { FACTOR_TYPES, type FactorType } from "../../domain/account/policy.ts"
import type { OwnProfile, PublicProfile } from "../../domain/profile/profile.ts"
import { withoutHidden } from "../../domain/profile/visibility.ts"
import { call, whenRefused } from "./api.ts"
import { currentSession, followAuth, freshSession, isAuthLoaded, withAuth } from "./auth-client.ts"
import { takeEarlyAccount } from "./early-account.ts"
import { noteOwnProfiles } from "./own-profiles.ts"
import { clearAuthStorage, clearOwnCard, endPasswordReset, isPasswordReset, isStored, SESSION_KEY } from "./storage.ts"

export interface SignedInUser {
  id: string
  email: string
  /** from sign-up, may be empty */
  full_name: string
}

export interface SignedIn {
  status: "signed-in"
  user: SignedInUser
  /** null while loading, and when loading failed */
  me: Me | null
  meStatus: "loading" | "ready" | "failed"
}

type SessionState =
  | { status: "loading" }
  /** `owes`: the password was correct, and one of these second factors is still needed; none: not signed in at all */
  | { status: "signed-out"; owes: readonly FactorType[] }
  | SignedIn

const LOADING: SessionState = { status: "loading" }
const SIGNED_OUT: SessionState = { status: "signed-out", owes: [] }
let state: SessionState = LOADING
/** While the login page handles a password, code or passkey, nothing else may greet, block or redirect. */
let progress: "password" | "code" | "passkey" | "company" | null = null
let saved: OwnProfile | null = null
/** Number of saves on this page. An account that was requested before the last one has an outdated profile. */
let saves = 0
let hasStarted = false
let isLeaving = false
const listeners = new Set<() => void>()

function publish(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

export function setSignInProgress(next: typeof progress): void {
  progress = next
  publish(state)
}

function start(): void {
  if (hasStarted) return
  hasStarted = true
  followAuth(onEvent, endHere)
  queueMicrotask(followStored)
  whenRefused(onRefusal)
  // Another tab emptied the storage: it signed out, and so do we. A sign-in is announced by the client, if it is loaded.
  addEventListener("storage", ({ key }) => {
    if (key !== SESSION_KEY && key !== null) return
    if (!isStored()) onEvent("SIGNED_OUT", null)
    else if (!isAuthLoaded()) onEvent("SIGNED_IN", freshSession())
  })
  setInterval(refreshIfExpiring, CHECK_EVERY_MS)
  document.addEventListener("visibilitychange", refreshIfExpiring)
  // A page restored from the browser's memory may be outdated, and of another member: no browser has to tell it what was stored meanwhile.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return
    if (isLeaving) return location.reload()
    followStored()
    void refreshMe()
  })
}

/** What the storage says now. Loads the client for a session that has to be refreshed first. */
function followStored(): void {
  const fresh = freshSession()
  if (fresh !== null || !isStored()) {
    onEvent("INITIAL_SESSION", fresh)
    return
  }
  void currentSession().then((session) => {
    // Without a network, a page that was restored stays as it is for the same member.
    if (session || state.status !== "signed-in" || state.user.id !== freshSession(0)?.user.id)
      onEvent("INITIAL_SESSION", session)
  })
}

/** As often as the auth client checks the session itself once it is loaded. */
const CHECK_EVERY_MS = 30_000

/** Loads the client for a session that expires soon, to refresh it. A hidden page leaves this to the visible one. */
function refreshIfExpiring(): void {
  if (!isAuthLoaded() && !document.hidden && isStored()) void currentSession()
}

/** All session events of the specification (section 4). A recovery session does not count as signed in. */
export function onEvent(event: AuthChangeEvent, session: Session | null): void {
  if (isLeaving) return
  // The auth client removes its own entry when the server refuses to go on with the session, and knows of no other.
  if (session === null && !isStored()) clearOwnCard()
  // By a passkey: a reset link that was opened in this tab is no longer needed. A password begins by removing everything.
  if (event === "SIGNED_IN" && progress !== null) endPasswordReset()
  if (session === null || event === "PASSWORD_RECOVERY" || isPasswordReset()) {
    publish(SIGNED_OUT)
    return
  }
  const owes = owedBy(session)
  if (owes.length > 0) {
    publish({ status: "signed-out", owes })
    return
  }
  const { id, email = "", user_metadata } = session.user
  const user: SignedInUser = { id, email, full_name: String(user_metadata?.full_name ?? "") }
  // The client emits SIGNED_IN again whenever the tab becomes visible: keep what is known.
  if (state.status === "signed-in" && state.user.id === id && state.meStatus !== "failed") {
    if (event !== "USER_UPDATED" && state.user.email === email) return
    publish({ ...state, user })
  } else publish({ status: "signed-in", user, me: null, meStatus: "loading" })
  // The event of another tab's sign-in can arrive before the storage is updated, so use the event's token.
  void refreshMe(session.access_token)
}

function owedBy(session: Session): FactorType[] {
  if (levelOf(session.access_token) === "aal2") return []
  const types = verifiedFactors(session).map(({ factor_type }) => factor_type)
  return FACTOR_TYPES.filter((type) => types.includes(type))
}

export const verifiedFactors = ({ user }: Pick<Session, "user">) =>
  (user.factors ?? []).filter(({ status }) => status === "verified")

/** What the access token says; the client's own check of the assurance level does the same, but asynchronously. */
function levelOf(accessToken: string): string {
  try {
    const payload = (accessToken.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")
    return String(JSON.parse(atob(payload)).aal)
  } catch {
    return ""
  }
}

/**
 * The account may be deactivated, or a role gone: the page has to say so. Or the answer that told of a second factor was lost: then the
 * user is stored as the server has it. Announces only what is owed, because anything else loads the account again, and a server that
 * still refused it would be asked for ever.
 */
async function onRefusal(code: string | null): Promise<void> {
  if (code === null) endHere()
  else if (["account_deactivated", "forbidden", "second_factor_required"].includes(code)) void refreshMe()
  if (code !== "mfa_required") return
  const data = await withAuth((client) => client.getUser()).then(
    (answer) => answer.data,
    () => null,
  )
  // The tokens as they are now: another tab may have replaced them meanwhile.
  const session = freshSession()
  if (session === null || session.user.id !== data?.user?.id) return
  session.user = data.user
  localStorage.setItem(SESSION_KEY, JSON.stringify(session))
  if (owedBy(session).length > 0) onEvent("USER_UPDATED", session)
}

/** Ends the session in this browser only, because the server has ended it already; other tabs notice it in the storage. */
export function endHere(): void {
  clearAuthStorage()
  onEvent("SIGNED_OUT", null)
}

/** Loads the user again; also after the profile has changed. */
export async function refreshMe(token?: string): Promise<void> {
  if (state.status !== "signed-in") return
  const { id } = state.user
  const before = saves
  // What asks for it, such as a new photo, changes the saved profile too.
  saved = null
  const me = await call("GET /api/me", { token, early: takeEarlyAccount(token) }).catch(() => null)
  const current: SessionState = state
  if (current.status !== "signed-in" || current.user.id !== id) return
  if (saves !== before) return refreshMe()
  if (me !== null) noteOwnProfiles(me)
  publish({ ...current, me: me ?? current.me, meStatus: me ? "ready" : "failed" })
}

/** The profile as the server has just stored it, so that neither this store nor the profile's page loads it again. */
export function keepProfile(profile: OwnProfile): void {
  saves += 1
  if (state.status === "signed-in") {
    if (state.me === null) void refreshMe()
    else publish({ ...state, me: withProfile(state.me, profile) })
  }
  saved = profile
}

const withProfile = (me: Me, profile: OwnProfile): Me =>
  profile.id === me.user.id
    ? { ...me, profile }
    : { ...me, further_profiles: me.further_profiles.map((other) => (other.id === profile.id ? profile : other)) }

/** The saved profile for the page that shows it: once, and only what visitors see. Null if it is hidden. */
export function takeSavedProfile(username: string): PublicProfile | null {
  const taken = saved
  saved = null
  if (taken?.username !== username) return null
  const {
    signin_email: _,
    profile_url: __,
    created_at: ___,
    deletion_scheduled_at: ____,
    version: _____,
    deleted_at,
    hidden_at,
    ...profile
  } = taken
  return deleted_at === null && hidden_at === null ? withoutHidden(profile) : null
}

/** The page will be left: from now on, no event changes what it shows. */
export function leave(): void {
  isLeaving = true
  publish(LOADING)
}

/** Resolves with the session and its user, once they are known. */
export function whenKnown(): Promise<SessionState> {
  const isKnown = () => state.status === "signed-out" || (state.status === "signed-in" && state.meStatus !== "loading")
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

export const useSignInProgress = (): typeof progress =>
  useSyncExternalStore(
    subscribe,
    () => progress,
    () => null,
  )

/** For a whole page: rendered as a transition, between other work. At once, it would block a slow phone. */
export function useDeferredSession(): SessionState {
  const [seen, setSeen] = useState(() => state)
  useEffect(() => {
    const look = () => startTransition(() => setSeen(state))
    look()
    return subscribe(look)
  }, [])
  return seen
}
