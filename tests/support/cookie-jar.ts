// A browser of the tests, as far as the server can tell one from another: it sends Sec-Fetch-Site and keeps its cookies.
import type { TestApp } from "./app.ts"
import { postJson } from "./people.ts"

export interface Jar {
  /** name → value */
  cookies: Map<string, string>
  /** the newest Set-Cookie lines, whole */
  given: string[]
  send(path: string, body: unknown, headers?: Record<string, string>, method?: string): Promise<Response>
}

let number = 0

/** Each at an address of its own: what is limited per address is seldom what a test is about. */
export function cookieJar(site: Pick<TestApp, "app">): Jar {
  number += 1
  const ip = `2001:db8:c00c:${number.toString(16)}::1`
  const jar: Jar = {
    cookies: new Map(),
    given: [],
    async send(path, body, headers = {}, method = "POST") {
      const cookie = [...jar.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const own = { "sec-fetch-site": "same-origin", ...(cookie !== "" && { cookie }) }
      const answer = await postJson(site, path, body, { ...own, ...headers }, ip, method)
      jar.given = answer.headers.getSetCookie()
      for (const line of jar.given) {
        const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=")
        jar.cookies.set(name, value)
      }
      return answer
    },
  }
  return jar
}
