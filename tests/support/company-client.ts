// A browser with the official client that goes to an OpenID provider and comes back.
import type { GoTrueClient } from "@supabase/auth-js"
import { ORIGIN, type TestApp } from "./app.ts"
import { authClient, clientOn, type TestClient } from "./auth-client.ts"
import type { OpenIdProvider } from "./open-id-provider.ts"
import { fromIp } from "./people.ts"

/** The setting of a company login that no test reaches. */
export const UNREACHED_COMPANY = {
  id: "company",
  name: "Example Inc",
  issuer: "https://id.company.example",
  client_id: "meishi",
  client_secret: "a-secret-of-the-tests",
}

export interface CompanyClient extends TestClient {
  /** of the session at the provider */
  companyCookies: Map<string, string>
  /** from the button to the provider's address */
  leave(provider?: string, redirectTo?: string): Promise<string>
  /** the callback, as a browser opens it @returns the page it leads to */
  arrive(callback: string): Promise<URL>
  /** all of it, to the session */
  signIn(company: OpenIdProvider, sub: string, provider?: string): ReturnType<GoTrueClient["exchangeCodeForSession"]>
}

export function companyClient(site: Pick<TestApp, "app">, given: Partial<TestClient> = {}): CompanyClient {
  const { client: _, ...browser } = { ...authClient(site), ...given }
  const { stored, cookies, fetch } = browser
  const companyCookies = new Map<string, string>()
  const client = clientOn(stored, fetch, "pkce")

  /** As a browser follows a link: it sends cookies, and Sec-Fetch-Site says that another site sent it. */
  async function open(address: string): Promise<URL> {
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const headers = { "sec-fetch-site": "cross-site", ...(sent === "" ? {} : { cookie: sent }) }
    const response = await site.app.request(address, { headers }, fromIp("192.0.2.77"))
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=")
      cookies.set(name, value)
    }
    const location = response.headers.get("location")
    if (location === null) throw new Error(`${response.status}: ${await response.text()}`)
    return new URL(location, address)
  }

  async function leave(provider = "company", redirectTo = `${ORIGIN}/login`): Promise<string> {
    const { data, error } = await client.signInWithOAuth({
      provider: provider as "google",
      options: { redirectTo, skipBrowserRedirect: true },
    })
    if (error !== null) throw error
    return (await open(data.url.replace("&skip_http_redirect=true", ""))).href
  }

  return {
    ...browser,
    client,
    companyCookies,
    leave,
    arrive: open,
    async signIn(company, sub, provider = "company") {
      const callback = await company.visit(await leave(provider), sub, companyCookies)
      const page = await open(callback)
      const code = page.searchParams.get("code")
      if (code === null) throw new Error(`no code: ${page}`)
      return client.exchangeCodeForSession(code)
    },
  }
}
