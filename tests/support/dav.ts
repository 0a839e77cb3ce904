// An address book's program: requests to /dav with an app password.
import type { TestApp } from "./app.ts"
import { fromIp, type Person, postJson } from "./people.ts"

/** An address book is offered on sites with https only. */
export const DAV_ORIGIN = "https://meishi.test"

export interface DavClient {
  secret: string
  id: string
  home: string
  people: string
  profiles: string
  /** @param path absolute, or relative to the people's book */
  ask(method: string, path: string, sent?: Sent): Promise<DavAnswer>
}

interface Sent {
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  ip?: string
}

interface DavAnswer {
  status: number
  headers: Headers
  text: string
}

export const basic = (name: string, secret: string): string =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`

const TYPES: Record<string, string> = { PUT: "text/vcard" }

export async function davClient(site: TestApp, person: Person, name = "Phone"): Promise<DavClient> {
  const made = await postJson(site, "/api/account/app-passwords", { name }, person.headers)
  const { app_password, secret } = await made.json()
  const home = `/dav/${person.user_id}/`
  const people = `${home}people/`
  return {
    secret,
    id: app_password.id,
    home,
    people,
    profiles: `${home}profiles/`,
    async ask(method, path, { headers = {}, body, ip = "192.0.2.9" } = {}) {
      const answer = await site.app.request(
        new URL(path, DAV_ORIGIN + people),
        {
          method,
          headers: {
            authorization: basic(person.email, secret),
            "content-type": TYPES[method] ?? "text/xml",
            ...headers,
          },
          ...(body !== undefined && { body }),
        },
        fromIp(ip),
      )
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    },
  }
}

export const contact = (uid: string, name: string, more: readonly string[] = []): string =>
  ["BEGIN:VCARD", "VERSION:3.0", `UID:${uid}`, `FN:${name}`, ...more, "END:VCARD", ""].join("\r\n")

export const propfind = (...names: string[]): string =>
  `<?xml version="1.0"?><A:propfind xmlns:A="DAV:" xmlns:B="urn:ietf:params:xml:ns:carddav" xmlns:S="http://calendarserver.org/ns/"><A:prop>${names.map((name) => `<${name}/>`).join("")}</A:prop></A:propfind>`

export const syncReport = (token: string, limit?: number): string =>
  `<sync-collection xmlns="DAV:"><sync-token>${token}</sync-token><sync-level>1</sync-level>${limit === undefined ? "" : `<limit><nresults>${limit}</nresults></limit>`}<prop><getetag/></prop></sync-collection>`

export const multiget = (hrefs: string[]): string =>
  `<C:addressbook-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><D:prop><D:getetag/><C:address-data/></D:prop>${hrefs.map((href) => `<D:href>${href}</D:href>`).join("")}</C:addressbook-multiget>`

export const tokenOf = (text: string): string => /<d:sync-token>(.*)<\/d:sync-token>/.exec(text)?.[1] ?? ""

/** The paths of a multistatus by their status. */
export function hrefsOf(text: string): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [, href = "", status = ""] of text.matchAll(
    /<d:response><d:href>([^<]*)<\/d:href>.*?<d:status>HTTP\/1.1 (\d+)/gs,
  ))
    found[status] = [...(found[status] ?? []), href]
  return found
}
