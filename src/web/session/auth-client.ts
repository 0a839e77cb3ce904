// The official Supabase Auth client in the browser: it stores and refreshes the session, and shares it between tabs.
import { GoTrueClient } from "@supabase/auth-js"
import { askOurServer } from "./network-error-message.ts"
import { SESSION_KEY } from "./session-key.ts"
import { withProof } from "./step-up.ts"

let client: GoTrueClient | undefined

/** One per page, created on first use; only in a browser. */
export function authClient(): GoTrueClient {
  client ??= new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    storageKey: SESSION_KEY,
    flowType: "implicit",
    detectSessionInUrl: false,
    autoRefreshToken: true,
    persistSession: true,
    fetch: (...request) => withProof(() => askOurServer(...request)),
  })
  return client
}
