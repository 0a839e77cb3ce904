// A real OpenID provider (oidc-provider, certified) on a socket of its own, and the person who signs in at it.
import { generateKeyPairSync, randomUUID } from "node:crypto"
import { createServer, type RequestListener, type Server } from "node:http"
import Provider, { type Configuration } from "oidc-provider"
import { freePort } from "./free-port.ts"
import { closeServer } from "./listening-app.ts"

interface Employee {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  preferred_username?: string
  groups?: string[]
}

export interface OpenIdProvider {
  issuer: string
  provider: Provider
  /** what the provider says about people from now on, by their sub */
  people: Map<string, Employee>
  /** as an operator writes it */
  setting(more?: Record<string, unknown>): Record<string, unknown>
  /** goes through the provider's pages as the person would; the cookies are those of a session there @returns where the browser is sent */
  visit(address: string, sub: string, cookies?: Map<string, string>): Promise<string>
  /** signing keys from now on; tokens signed by earlier ones are still known if `keep` */
  rotate(keep?: boolean): Promise<void>
  /** answers nothing until it is back */
  goAway(): void
  comeBack(): void
  close(): Promise<void>
}

const newKey = (kid: string) => ({
  ...generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  kid,
  alg: "ES256",
  use: "sig",
})

/** @param redirectUris of the site */
export async function openIdProvider(
  redirectUris: string[],
  { id = "company", logoutUri }: { id?: string; logoutUri?: string } = {},
): Promise<OpenIdProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, Employee>()
  let keys = [newKey(`key-${randomUUID()}`)]
  let isAway = false
  let provider: Provider
  let answer: RequestListener

  const make = () => {
    const configuration: Configuration = {
      clients: [
        {
          client_id: "meishi",
          client_secret: "a-secret-of-the-tests",
          redirect_uris: redirectUris,
          id_token_signed_response_alg: "ES256",
          ...(logoutUri === undefined
            ? {}
            : { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }),
        },
      ],
      jwks: { keys },
      cookies: { keys: ["a-key-of-the-tests"] },
      claims: {
        openid: ["sub"],
        email: ["email", "email_verified"],
        profile: ["name", "preferred_username", "groups"],
      },
      features: {
        devInteractions: { enabled: true },
        backchannelLogout: { enabled: logoutUri !== undefined },
        rpInitiatedLogout: { enabled: true },
      },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 3600, IdToken: 600, Interaction: 600, Session: 3600 },
      // By default it refuses addresses of this machine.
      fetch: (url, { method, headers, body } = {}) =>
        fetch(url, { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) }),
      pkce: { required: () => true },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...people.get(sub), sub }) }),
    }
    provider = new Provider(issuer, configuration)
    provider.on("backchannel.error", (_ctx, error) => process.stderr.write(`oidc-provider: ${error.stack}\n`))
    provider.on("server_error", (_ctx, error) => process.stderr.write(`oidc-provider: ${error.stack}\n`))
    answer = provider.callback()
  }
  make()
  const server: Server = createServer((request, response) => {
    if (isAway) request.socket.destroy()
    else answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))

  async function step(address: string, cookies: Map<string, string>, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(address, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=")
      if (value === "") cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  return {
    issuer,
    get provider() {
      return provider
    },
    people,
    setting: (more = {}) => ({
      id,
      name: "Example Inc",
      issuer,
      client_id: "meishi",
      client_secret: "a-secret-of-the-tests",
      ...more,
    }),
    async visit(address, sub, cookies = new Map()) {
      let next = address
      for (let steps = 0; steps < 12 && next.startsWith(issuer); steps += 1) {
        let response = await step(next, cookies)
        if (response.status === 200) {
          const page = await response.text()
          const isLogin = page.includes('name="login"')
          const form = isLogin ? { prompt: "login", login: sub, password: "any" } : { prompt: "consent" }
          response = await step(next, cookies, form as Record<string, string>)
        }
        const location = response.headers.get("location")
        if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
        next = new URL(location, next).href
      }
      return next
    },
    async rotate(keep = false) {
      keys = [newKey(`key-${randomUUID()}`), ...(keep ? keys : [])]
      make()
    },
    goAway: () => {
      isAway = true
      server.closeAllConnections()
    },
    comeBack: () => {
      isAway = false
    },
    close: () => closeServer(server),
  }
}
