// Leaving details over HTTP: pages that work without scripts, and what owners choose.
import type { Context, Hono } from "hono"
import { BUDGET } from "../../../domain/budgets.ts"
import { Refusal } from "../../../domain/errors.ts"
import { exchangePath, GIVEN_PAGE } from "../../../domain/paths.ts"
import {
  type Exchange,
  type ExchangeForm,
  GIVEN_FIELDS,
  type GivenAct,
  type GivenDetails,
} from "../../../domain/people/given.ts"
import { GIVEN } from "../../../domain/people/people-messages.ts"
import { isoOrNull } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import { requestOriginOf } from "../../platform/places/request-origin.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Access } from "../auth/access.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import { proofSender } from "../proof-of-work/proof-sender.ts"
import type { Given } from "./given.ts"
import type { PeopleNotices } from "./notices.ts"

interface Needs {
  access: Access
  clock: Clock
  given: Given
  limits: Pick<RateLimits, "takeForIp">
  peopleNotices: PeopleNotices
}

/** Renders a page for this request only. */
interface PagesNeeded {
  showExchange(request: Request, path: string, exchange: Exchange, status: number): Promise<Response>
  /** the page of an address that does not exist */
  missing(request: Request): Promise<Response>
}

const detailsIn = (fields: GivenDetails): GivenDetails =>
  Object.fromEntries(GIVEN_FIELDS.map((name) => [name, fields[name]])) as GivenDetails

export function givenRoutes(services: Needs, pages: PagesNeeded): Hono<CallerEnv> {
  const { clock, given, limits, peopleNotices } = services
  const { routes, on } = endpoints(services)
  const show = (c: Context, path: string, exchange: Exchange, status = 200) =>
    pages.showExchange(c.req.raw, path, exchange, status)

  const showGone = (c: Context, state: Awaited<ReturnType<Given["stateOf"]>>) =>
    show(c, GIVEN_PAGE, { state: "gone", ...(state === "used" && { done: "confirmed" }) }, 404)

  on("GET /exchange/my/details", async ({ c, query: { token } }) => {
    await limits.takeForIp(BUDGET.giverLinkPerIp, c.get("clientIp"))
    const now = clock()
    const state = await given.stateOf(token, now)
    if (state === "unconfirmed") return show(c, GIVEN_PAGE, { state: "confirm", token })
    if (state !== "confirmed") return showGone(c, state)
    return show(c, GIVEN_PAGE, { state: "given", token, ...(await given.givenWith(token, now)) })
  })

  on("POST /exchange/my/details", async ({ c, body }) => {
    await limits.takeForIp(BUDGET.giverLinkPerIp, c.get("clientIp"))
    const { token, act, id = "", ...fields } = await body()
    const now = clock()
    const shown = async (token: string, done: GivenAct, status = 200) =>
      show(c, GIVEN_PAGE, { state: "given", token, ...(await given.givenWith(token, now)), done }, status)
    try {
      if (act === "confirm") return await shown(await given.confirm(token, now), "confirmed")
      if (act === "deny") {
        const isAll = await given.deny(token, now)
        return await show(c, GIVEN_PAGE, { state: "gone", done: isAll ? "deleted" : "newest" })
      }
      if (act === "delete") {
        await given.remove(token, id.toLowerCase(), now)
        return await shown(token, "deleted")
      }
      const values = detailsIn(fields)
      const errors = await given.correct(token, id.toLowerCase(), values, now)
      if (Object.keys(errors).length === 0) return await shown(token, "saved")
      const left = await given.givenWith(token, now)
      const person = left.people.find((each) => each.id === id.toLowerCase())
      if (person !== undefined) Object.assign(person, { values: { ...values, email: person.values.email }, errors })
      return await show(c, GIVEN_PAGE, { state: "given", token, ...left }, 422)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "not_found") throw error
      const isOfOne = act === "save" || act === "delete"
      const state = await given.stateOf(token, now)
      if (!isOfOne || state !== "confirmed") return showGone(c, state)
      // The link works. Only this one is gone: deleted twice, in two tabs, or by the owner.
      return shown(token, "missing", 404)
    }
  })

  on("POST /exchange/{username}", async ({ c, params: { username }, body }) => {
    const path = exchangePath(username)
    const { subject, kept_days, ...fields } = await body()
    try {
      const sent = { fields: detailsIn(fields), keptDays: Number(kept_days || "NaN"), isBot: subject !== "" }
      const shown = await given.give(username, sent, { ...proofSender(c), ...requestOriginOf(c) }, clock())
      return await show(c, path, shown, shown.state === "form" ? 422 : 200)
    } catch (error) {
      // A script solves what is asked for, and says what is refused.
      if (!(error instanceof Refusal) || c.req.header("accept")?.startsWith("application/json")) throw error
      if (error.code === "not_found") return pages.missing(c.req.raw)
      if (error.retryAfterS !== undefined) c.header("Retry-After", String(error.retryAfterS))
      const isFull = error.status === 429
      const form = isFull ? await formAgain(username, c.get("clientIp")) : null
      if (form !== null) {
        const refused = { ...form, values: detailsIn(fields), problem: error.message }
        return show(c, exchangePath(form.owner.username), refused, error.status)
      }
      return c.text(error.code === "proof_of_work_required" ? GIVEN.busy : error.message, error.status)
    }
  })

  /** Null for a flood: no page is drawn for it. */
  const formAgain = (username: string, ip: string): Promise<ExchangeForm | null> =>
    limits.takeForIp(BUDGET.givenRefusedPerIp, ip).then(
      () => given.form(username, clock()),
      () => null,
    )

  on("POST /api/exchange/{username}", async ({ c, caller, params, body }) => {
    const { profile_id } = await body()
    await given.giveProfile(params.username, caller, profile_id.toLowerCase(), requestOriginOf(c), clock())
  })

  on("GET /api/people-settings", async ({ caller }) => {
    const { event_until, ...settings } = await peopleNotices.settings(caller.user_id, clock())
    const news = await peopleNotices.countNew(caller.user_id)
    return { settings: { ...settings, event_until: isoOrNull(event_until) }, news }
  })

  on("PUT /api/people-settings", async ({ caller, body }) => {
    const { event_until, ...chosen } = await body()
    await peopleNotices.save(caller.user_id, {
      ...chosen,
      event_until: event_until == null ? event_until : new Date(event_until),
    })
  })

  on("PUT /api/people-settings/seen", ({ caller }) => peopleNotices.seen(caller.user_id, clock()))

  return routes
}
