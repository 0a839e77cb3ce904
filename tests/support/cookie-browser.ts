// A browser of the tests that keeps cookies as browsers do, by their path and until they are deleted.
import type { TestApp } from "./app.ts"
import { fromIp } from "./people.ts"

export interface Browser {
  /** name → value */
  cookies: Map<string, string>
  post(path: string, body: unknown, token?: string): Promise<Response>
  put(path: string, body: unknown, token: string): Promise<Response>
  signIn(email: string, password: string): Promise<Response>
  showCode(factorId: string, code: string, token: string): Promise<Response>
  /** Password and code. @returns the answer to the code */
  signInFully(email: string, password: string, factorId: string, code: () => string): Promise<Response>
  /** Opens the link of a reset. @returns the query of the page it leads to */
  follow(link: string): Promise<URLSearchParams>
}

export function browserAt({ app }: Pick<TestApp, "app">, ip: string): Browser {
  const cookies = new Map<string, string>()
  const paths = new Map<string, string>()

  function keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ")
    const name = pair.slice(0, pair.indexOf("="))
    if (attributes.includes("Max-Age=0")) cookies.delete(name)
    else cookies.set(name, pair.slice(name.length + 1))
    paths.set(name, attributes.find((attribute) => attribute.startsWith("Path="))?.slice(5) ?? "/")
  }

  async function ask(method: string, path: string, body?: unknown, token?: string): Promise<Response> {
    const sent = [...cookies].filter(([name]) => path.startsWith(paths.get(name) ?? "/"))
    const response = await app.request(
      path,
      {
        method,
        headers: {
          "content-type": "application/json",
          "sec-fetch-site": "same-origin",
          ...(sent.length === 0 ? {} : { cookie: sent.map(([name, value]) => `${name}=${value}`).join("; ") }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      fromIp(ip),
    )
    for (const line of response.headers.getSetCookie()) keep(line)
    return response
  }

  const signIn = (email: string, password: string) =>
    ask("POST", "/auth/v1/token?grant_type=password", { email, password })

  async function showCode(factorId: string, code: string, token: string): Promise<Response> {
    const challenge = await (await ask("POST", `/auth/v1/factors/${factorId}/challenge`, {}, token)).json()
    return ask("POST", `/auth/v1/factors/${factorId}/verify`, { challenge_id: challenge.id, code }, token)
  }

  return {
    cookies,
    post: (path, body, token) => ask("POST", path, body, token),
    put: (path, body, token) => ask("PUT", path, body, token),
    signIn,
    showCode,
    async signInFully(email, password, factorId, code) {
      const { access_token } = await (await signIn(email, password)).json()
      return showCode(factorId, code(), access_token)
    },
    async follow(link) {
      const { pathname, search } = new URL(link)
      const response = await ask("GET", pathname + search)
      return new URL(response.headers.get("location") ?? "").searchParams
    },
  }
}
