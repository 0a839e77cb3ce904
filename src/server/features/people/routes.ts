// The people that a user has met, over HTTP. Whose they are comes from the session alone.
import { randomUUID } from "node:crypto"
import type { Context, Hono } from "hono"
import { BUDGET } from "../../../domain/budgets.ts"
import { contactFileName } from "../../../domain/contact/vcard.ts"
import { isUuid } from "../../../domain/paths.ts"
import { PEOPLE_IMPORT_BYTES, PEOPLE_SELECTED_MAX } from "../../../domain/people/people-limits.ts"
import type { Clock } from "../../platform/clock.ts"
import { readText } from "../../platform/http/body.ts"
import { uuidParam } from "../../platform/http/params.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Access } from "../auth/access.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Profiles } from "../profiles/service.ts"
import { noSuchPerson } from "./book.ts"
import { attachmentAs, csvPieces, fileOf, vcardPieces } from "./files.ts"
import type { ExportedRow } from "./selections.ts"
import type { People } from "./service.ts"

interface Needs {
  access: Access
  clock: Clock
  limits: Pick<RateLimits, "take">
  people: People
  profiles: Pick<Profiles, "read">
}

export function peopleRoutes(services: Needs): Hono<CallerEnv> {
  const { clock, limits, people, profiles } = services
  const { routes, on } = endpoints(services)

  on("GET /api/people", async ({ caller, query: { cursor, ...filter } }) => {
    const { items, next } = await people.list(caller.user_id, filter, cursor)
    return { people: items, next }
  })

  on("POST /api/people", async ({ caller, body }) => {
    const { profile, source, event = "", idempotency_key: key, ...details } = await body()
    await limits.take(BUDGET.personPerAccount, caller.user_id)
    const now = clock()
    const theirs = profile === undefined ? null : await profiles.read(profile, now)
    const meeting = { source, met_at: now, event, their_profile_id: theirs?.id ?? null }
    const [id = ""] = await people.add(caller.user_id, [{ details, meeting, key }], now)
    return { person: await people.one(caller.user_id, id) }
  })

  on("GET /api/people/labels", ({ caller }) => people.labels(caller.user_id))

  on("GET /api/people/duplicates", ({ caller }) => people.duplicates(caller.user_id))

  on("POST /api/people/separations", async ({ caller, body }) =>
    people.separate(caller.user_id, (await body()).ids.map(uuidParam)),
  )

  on("POST /api/people/merges", async ({ caller, body }) => {
    const ids = (await body()).ids.map(uuidParam)
    await limits.take(BUDGET.peopleChangesPerAccount, caller.user_id)
    await people.merge(caller.user_id, ids, clock())
    return { person: await people.one(caller.user_id, ids[0] ?? "") }
  })

  on("POST /api/people/taggings", async ({ caller, body }) => {
    const { ids, add, remove } = await body()
    await limits.take(BUDGET.peopleChangesPerAccount, caller.user_id)
    return { changed: await people.tag(caller.user_id, ids.map(uuidParam), add, remove, clock()) }
  })

  on("POST /api/people/deletions", async ({ caller, body }) => {
    const ids = (await body()).ids.map(uuidParam)
    return { deleted: await people.remove(caller.user_id, ids, clock()) }
  })

  on("POST /api/people/imports", async ({ c, caller, query }) => {
    const file = await readText(c, "text/vcard", PEOPLE_IMPORT_BYTES)
    await limits.take(BUDGET.peopleImportPerAccount, caller.user_id)
    const key = query.idempotency_key || randomUUID()
    return people.importCards(caller.user_id, file, query.duplicates === "add", key, clock())
  })

  on("GET /api/people/export.vcf", async ({ c, caller, query }) =>
    exported(c, caller.user_id, query, "text/vcard; charset=utf-8", "people.vcf", vcardPieces),
  )

  on("GET /api/people/export.csv", async ({ c, caller, query }) =>
    exported(c, caller.user_id, query, "text/csv; charset=utf-8", "people.csv", csvPieces),
  )

  async function exported(
    c: Context,
    ownerId: string,
    { ids, ...filter }: { q: string; tag: string; event: string; ids: string },
    type: string,
    name: string,
    pieces: (rows: AsyncIterable<ExportedRow>) => AsyncGenerator<string>,
  ): Promise<Response> {
    await limits.take(BUDGET.peopleExportPerAccount, ownerId)
    const chosen = ids === "" ? null : ids.split(",").filter(isUuid).slice(0, PEOPLE_SELECTED_MAX)
    const headers = { "Content-Type": type, "Content-Disposition": attachmentAs(name) }
    return c.body(fileOf(pieces(people.exported(ownerId, filter, chosen))), 200, headers)
  }

  // Before the person without an ending, whose id would match too.
  on("GET /api/people/{id}.vcf", async ({ c, caller, params }) => {
    const id = uuidParam(params.id)
    const found = people.exported(caller.user_id, { q: "", tag: "", event: "" }, [id])
    const { value: row } = await found.next()
    if (row === undefined) throw noSuchPerson()
    const name = contactFileName({ full_name: row.full_name, username: "" })
    const headers = { "Content-Type": "text/vcard; charset=utf-8", "Content-Disposition": attachmentAs(name) }
    return c.body(row.card, 200, headers)
  })

  on("GET /api/people/{id}", async ({ caller, params }) => ({
    person: await people.one(caller.user_id, uuidParam(params.id)),
  }))

  on("PUT /api/people/{id}", async ({ caller, params, body, version }) => {
    const id = uuidParam(params.id)
    const revision = version()
    return { person: await people.change(caller.user_id, id, await body(), clock(), revision) }
  })

  on("DELETE /api/people/{id}", async ({ caller, params }) => {
    if ((await people.remove(caller.user_id, [uuidParam(params.id)], clock())) === 0) throw noSuchPerson()
    return { success: true }
  })
  return routes
}
