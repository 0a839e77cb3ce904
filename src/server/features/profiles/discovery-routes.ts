// What programs find on their own: profiles as JSON and by WebFinger, and the address where a password is changed. All of it is public:
// a profile that has no page is not found here either, and gets the same answer as a name that does not exist.
import type { Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import { PROFILE } from "../../../domain/messages.ts"
import { contactPath, profileJsonPath, profilePath } from "../../../domain/paths.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { Access } from "../auth/access.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import { searchEngineHeaders } from "./search-engine-headers.ts"
import type { Profiles } from "./service.ts"

interface Needs {
  access: Access
  clock: Clock
  config: Pick<Config, "PUBLIC_ORIGIN">
  profiles: Pick<Profiles, "view">
}

export function discoveryRoutes(services: Needs): Hono<CallerEnv> {
  const { clock, config, profiles } = services
  const { routes, on } = endpoints(services)

  async function shown(username: string | null): Promise<PublicProfile> {
    const profile = username === null ? null : await profiles.view(username, clock())
    if (profile === null) throw new Refusal("not_found", { message: PROFILE.unavailable })
    return profile
  }

  on("GET /{username}.json", async ({ c, params }) => {
    const profile = await shown(params.username)
    c.header("Cache-Control", "no-cache")
    for (const [name, value] of Object.entries(searchEngineHeaders(profile))) c.header(name, value)
    return profile
  })

  on("GET /.well-known/webfinger", async ({ c, query }) => {
    if (query.resource === undefined) throw new Refusal("bad_request")
    const profile = await shown(usernameIn(query.resource, config.PUBLIC_ORIGIN))
    c.header("Cache-Control", "no-cache")
    c.header("Content-Type", "application/jrd+json")
    // Programs of other sites ask too (RFC 7033 section 5). It is public, and no session is read here.
    c.header("Access-Control-Allow-Origin", "*")
    return c.body(JSON.stringify(descriptor(profile, config.PUBLIC_ORIGIN, c.req.queries("rel"))))
  })

  on("GET /.well-known/change-password", ({ c }) => {
    c.header("Cache-Control", "no-store")
    return c.redirect("/settings", 302)
  })

  return routes
}

/** @returns the username in `acct:username@host` or in a profile's address; null when it is of another site */
function usernameIn(resource: string, origin: string): string | null {
  const [, name, host] = /^acct:([^@]*)@([^@]*)$/i.exec(resource) ?? []
  if (name !== undefined) return host?.toLowerCase() === new URL(origin).host ? name : null
  return resource.startsWith(`${origin}/`) ? resource.slice(origin.length + 1) : null
}

/** A JSON Resource Descriptor. @param kinds link relations that are asked for; all if not given */
function descriptor({ username, profile_picture }: PublicProfile, origin: string, kinds: string[] | undefined) {
  const page = origin + profilePath(username)
  const links = [
    { rel: "http://webfinger.net/rel/profile-page", type: "text/html", href: page },
    { rel: "alternate", type: "text/vcard", href: origin + contactPath(username) },
    { rel: "alternate", type: "application/json", href: origin + profileJsonPath(username) },
    ...(profile_picture === "" ? [] : [{ rel: "http://webfinger.net/rel/avatar", href: origin + profile_picture }]),
  ]
  return {
    subject: `acct:${username}@${new URL(origin).host}`,
    aliases: [page],
    links: links.filter(({ rel }) => kinds === undefined || kinds.includes(rel)),
  }
}
