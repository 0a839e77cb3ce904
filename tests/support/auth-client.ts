// The official client against the application without a socket: what it stores, the cookies it keeps, the events it tells.
import { type AuthChangeEvent, GoTrueClient } from "@supabase/auth-js"
import { ORIGIN, type TestApp } from "./app.ts"
import { fromIp } from "./people.ts"

export interface TestClient {
  client: GoTrueClient
  /** entries of the browser's storage */
  stored: Map<string, string>
  /** the cookie jar, name → value */
  cookies: Map<string, string>
  events: AuthChangeEvent[]
  /** sends what the client itself does not, with the same cookies */
  fetch: (input: string, init?: RequestInit) => Promise<Response>
}

/** @param browser sends Sec-Fetch-Site and keeps cookies, as a browser does */
export function authClient({ app }: Pick<TestApp, "app">, { browser = true, ip = "192.0.2.77" } = {}): TestClient {
  const stored = new Map<string, string>()
  const cookies = new Map<string, string>()
  const events: AuthChangeEvent[] = []
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    if (browser) headers.set("sec-fetch-site", "same-origin")
    if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "))
    const response = await app.request(String(input), { ...init, headers }, fromIp(ip))
    for (const line of browser ? response.headers.getSetCookie() : []) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=")
      cookies.set(name, value)
    }
    return response
  }
  const client = clientOn(stored, fetch, "implicit")
  client.onAuthStateChange((event) => void events.push(event))
  return { client, stored, cookies, events, fetch }
}

/** A client of its own on the storage and the cookies of a browser. */
export const clientOn = (
  stored: Map<string, string>,
  fetch: (input: string, init?: RequestInit) => Promise<Response>,
  flowType: "implicit" | "pkce",
): GoTrueClient =>
  new GoTrueClient({
    url: `${ORIGIN}/auth/v1`,
    storageKey: `test-${Math.random()}`,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: true,
    flowType,
    fetch: (input, init) => fetch(String(input), init),
  })
