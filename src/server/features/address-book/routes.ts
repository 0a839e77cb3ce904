// CardDAV (RFC 6352): the people that a user has met, and their own profiles, for the address books of phones and programs. It knows app
// passwords only: neither a session nor a cookie opens anything here.
import { type Context, Hono } from "hono"
import { APP_PASSWORD } from "../../../domain/account/account-messages.ts"
import { addressBookAddress } from "../../../domain/account/app-password.ts"
import { Refusal } from "../../../domain/errors.ts"
import { GENERAL } from "../../../domain/messages.ts"
import { DAV_XML_MAX_BYTES } from "../../../domain/people/address-book-limits.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import { readBytes, requireUnpacked } from "../../platform/http/body.ts"
import type { RequestEnv } from "../../platform/http/env.ts"
import { errorHandler } from "../../platform/http/errors.ts"
import type { Log } from "../../platform/log.ts"
import type { AppPasswordCheck } from "../auth/app-passwords/check.ts"
import type { People } from "../people/service.ts"
import type { Profiles } from "../profiles/service.ts"
import { bookPath, DAV_ROOT, type Place, placeAt } from "./address.ts"
import { deleteContact, getContact, putContact } from "./contacts.ts"
import { errorBody, XML_TYPE } from "./multistatus.ts"
import { peopleBook } from "./people-book.ts"
import { profilesBook } from "./profiles-book.ts"
import { propfind, proppatch } from "./propfind.ts"
import { report } from "./reports.ts"
import { UnmetCondition, type Visit } from "./visit.ts"
import { readXml } from "./xml-reader.ts"

interface Needs {
  checkAppPassword: AppPasswordCheck
  clock: Clock
  config: Pick<Config, "PUBLIC_ORIGIN">
  log: Log
  people: People
  profiles: Profiles
}

type DavContext = Context<RequestEnv>

export function addressBookRoutes({ checkAppPassword, clock, config, log, people, profiles }: Needs): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>()
  const onRefusal = errorHandler(presentRefusal)(log)
  routes.onError((error, c) => (error instanceof UnmetCondition ? unmet(c, error) : onRefusal(error, c)))
  const isOffered = addressBookAddress(config.PUBLIC_ORIGIN) !== null

  // RFC 6764: how a client finds everything else from the name of the site.
  routes.all("/.well-known/carddav", (c) => c.redirect(DAV_ROOT, 301))
  routes.all("/dav/*", answer)
  routes.all("/dav", answer)
  return routes

  async function answer(c: DavContext): Promise<Response> {
    c.header("Cache-Control", "no-store")
    c.header("DAV", "1, 3, addressbook")
    if (!isOffered || isPlainHttp(c)) throw new Refusal("forbidden", { message: APP_PASSWORD.httpsNeeded })
    if (c.req.method === "OPTIONS") return c.body(null, 200, { Allow: ALLOWED })
    const visit = await visitOf(c)
    const place = placeAt(new URL(c.req.url).pathname, visit.ownerId)
    return answerTo(c, visit, place)
  }

  /** @throws Refusal not_authenticated, invalid_credentials, too_many_requests */
  async function visitOf(c: DavContext): Promise<Visit> {
    const { name, secret } = basicCredentials(c)
    const ownerId = await checkAppPassword(name, secret, c.get("clientIp"))
    c.set("userId", ownerId)
    return {
      ownerId,
      books: { people: peopleBook(people, ownerId), profiles: profilesBook(profiles, ownerId) },
      tokenPrefix: (book) => `${config.PUBLIC_ORIGIN}${bookPath(ownerId, book)}sync/`,
      origins: [config.PUBLIC_ORIGIN, new URL(c.req.url).origin],
    }
  }

  async function answerTo(c: DavContext, visit: Visit, place: Place | null): Promise<Response> {
    const { method } = c.req
    if (place === null) throw new Refusal(method === "PUT" || method === "MKCOL" ? "conflict" : "not_found")
    const multistatus = async (body: Promise<ReadableStream>) => c.body(await body, 207, XML_TYPE)
    if (method === "PROPFIND") return multistatus(propfind(visit, place, c.req.header("depth"), await xmlBody(c)))
    if (method === "REPORT") return multistatus(report(visit, place, await xmlBody(c)))
    if (method === "PROPPATCH") return multistatus(proppatch(visit, place, await xmlBody(c)))
    if (["MKCOL", "COPY", "MOVE", "ACL"].includes(method)) throw new Refusal("forbidden")
    if (place.kind === "contact") {
      if (method === "GET" || method === "HEAD") return getContact(c, visit, place)
      if (method === "PUT") return putContact(c, visit, place, people, clock())
      if (method === "DELETE") return deleteContact(c, visit, place, people, clock())
    }
    if (method === "DELETE") throw new Refusal("forbidden")
    c.header("Allow", ALLOWED)
    throw new Refusal("method_not_allowed")
  }
}

const ALLOWED = "OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, REPORT"

/** The operator's own proxy says that the client did not use https: its password has been read on the way. */
const isPlainHttp = (c: DavContext): boolean =>
  c.get("isProxied") && c.req.header("x-forwarded-proto")?.trim().toLowerCase() === "http"

/** The body is read only after the password was checked. @returns undefined: there is none */
async function xmlBody(c: DavContext) {
  requireUnpacked(c)
  const bytes = await readBytes(c, DAV_XML_MAX_BYTES)
  return bytes.byteLength === 0 ? undefined : readXml(bytes)
}

/** Longer than any header of a right request. */
const HEADER_MAX = 2000

/** @throws Refusal not_authenticated */
function basicCredentials(c: DavContext): { name: string; secret: string } {
  const header = c.req.header("authorization") ?? ""
  const encoded = header.length > HEADER_MAX ? undefined : /^basic +([\w+/=-]+) *$/i.exec(header)?.[1]
  const text = Buffer.from(encoded ?? "", "base64").toString()
  const colon = text.indexOf(":")
  if (colon === -1) throw new Refusal("not_authenticated", { message: APP_PASSWORD.needed })
  return { name: text.slice(0, colon), secret: text.slice(colon + 1) }
}

function presentRefusal(c: Context, refusal: Refusal | null): Response {
  const isUnknown = refusal?.code === "not_authenticated" || refusal?.code === "invalid_credentials"
  if (isUnknown) c.header("WWW-Authenticate", 'Basic realm="Address book", charset="UTF-8"')
  const message = isUnknown ? APP_PASSWORD.needed : (refusal?.message ?? GENERAL.internal)
  return c.text(`${message}\n`, isUnknown ? 401 : (refusal?.status ?? 500))
}

function unmet(c: Context, { status, condition, content }: UnmetCondition): Response {
  c.header("Cache-Control", "no-store")
  return c.body(errorBody(condition, content), status, XML_TYPE)
}
