// An OpenID provider that says whatever a test wants: wrong names, old tokens, keys that are not its own.
import { createServer, type Server } from "node:http"
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose"
import { freePort } from "./free-port.ts"
import { closeServer } from "./listening-app.ts"

type Key = Awaited<ReturnType<typeof generateKeyPair>>["privateKey"]

export interface LyingProvider {
  issuer: string
  /** what it says from now on, in place of the truth */
  lies: {
    /** of the ID token; undefined removes a claim */
    claims?: Record<string, unknown>
    key?: Key
    /** of the callback's address; null: none */
    iss?: string | null
    /** the answer of the token endpoint */
    answer?: { status: number; body: string }
    discovery?: Record<string, unknown>
    /** beside the ID token; undefined: the same person, and nothing more */
    userInfo?: Record<string, unknown>
    /** milliseconds before each answer */
    delay?: number
  }
  /** the header with which the token endpoint was asked last */
  authorization: string | undefined
  setting(more?: Record<string, unknown>): Record<string, unknown>
  /** the person signs in there @returns the address that the browser is sent to */
  visit(address: string, claims: Record<string, unknown>): string
  /** a token with its signature */
  sign(payload: JWTPayload, typ?: string, key?: Key): Promise<string>
  /** of a sign-out */
  logoutToken(changes?: Record<string, unknown>, typ?: string): Promise<string>
  close(): Promise<void>
}

export async function lyingProvider(id = "liar"): Promise<LyingProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const { privateKey, publicKey } = await generateKeyPair("ES256")
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "ES256", use: "sig" }
  const codes = new Map<string, Record<string, unknown>>()
  let lastSub: unknown
  const seconds = () => Math.floor(Date.now() / 1000)

  const sign = (payload: JWTPayload, typ = "JWT", key: Key = privateKey) =>
    new SignJWT(payload).setProtectedHeader({ alg: "ES256", kid: "one", typ }).sign(key)

  async function tokens(code: string): Promise<string> {
    const truth = { iss: issuer, aud: "meishi", iat: seconds(), exp: seconds() + 300, ...codes.get(code) }
    codes.delete(code)
    const said: Record<string, unknown> = { ...truth, ...liar.lies.claims }
    lastSub = said.sub
    const payload = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
    const id_token = await sign(payload, "JWT", liar.lies.key)
    return JSON.stringify({ access_token: "x", token_type: "Bearer", expires_in: 300, id_token })
  }

  const server: Server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    if (liar.lies.delay !== undefined) await new Promise((resolve) => setTimeout(resolve, liar.lies.delay))
    const answer = (status: number, text: string) =>
      response.writeHead(status, { "content-type": "application/json" }).end(text)
    if (request.url === "/.well-known/openid-configuration")
      answer(
        200,
        JSON.stringify({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["ES256"],
          authorization_response_iss_parameter_supported: true,
          ...liar.lies.discovery,
        }),
      )
    else if (request.url === "/userinfo") answer(200, JSON.stringify(liar.lies.userInfo ?? { sub: lastSub }))
    else if (request.url === "/jwks") answer(200, JSON.stringify({ keys: [jwk] }))
    else {
      liar.authorization = request.headers.authorization
      if (liar.lies.answer !== undefined) answer(liar.lies.answer.status, liar.lies.answer.body)
      else answer(200, await tokens(new URLSearchParams(body).get("code") ?? ""))
    }
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))

  const liar: LyingProvider = {
    issuer,
    lies: {},
    authorization: undefined,
    sign,
    setting: (more = {}) => ({ id, name: "Liar Inc", issuer, client_id: "meishi", client_secret: "s", ...more }),
    visit(address, claims) {
      const asked = new URL(address).searchParams
      const code = crypto.randomUUID()
      codes.set(code, { nonce: asked.get("nonce"), ...claims })
      const callback = new URL(asked.get("redirect_uri") ?? "")
      callback.searchParams.set("code", code)
      callback.searchParams.set("state", asked.get("state") ?? "")
      const iss = liar.lies.iss === undefined ? issuer : liar.lies.iss
      if (iss !== null) callback.searchParams.set("iss", iss)
      return callback.href
    },
    logoutToken: (changes = {}, typ = "logout+jwt") => {
      const token = {
        iss: issuer,
        aud: "meishi",
        iat: seconds(),
        exp: seconds() + 120,
        jti: crypto.randomUUID(),
        events: { "http://schemas.openid.net/event/backchannel-logout": {} },
        ...changes,
      }
      return sign(
        Object.fromEntries(Object.entries(token).filter(([, value]) => value !== undefined)) as JWTPayload,
        typ,
      )
    },
    close: () => closeServer(server),
  }
  return liar
}
