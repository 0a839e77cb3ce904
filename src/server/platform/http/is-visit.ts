// Tells visits from requests by link previews, bots, and browsers that prefetch.

/** Bots that say so, and the programs behind link previews. Some phones are made by Cubot. */
const ROBOT =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|scan|monitor|headless|facebookexternalhit|facebookcatalog|^whatsapp|embedly|pinterest\/|vkshare|curl|wget|python|java\/|okhttp|go-http|node|undici|axios|libwww|httpclient/i
const AHEAD = /prefetch|prerender|preview/i

/** By its User-Agent; a client without one is not a person. */
export function isBrowser({ headers }: { headers: Pick<Headers, "get"> }): boolean {
  const agent = headers.get("user-agent") ?? ""
  return agent !== "" && !ROBOT.test(agent)
}

export function isVisit(request: Pick<Request, "method" | "headers">): boolean {
  const { method, headers } = request
  const says = (name: string) => headers.get(name) ?? ""
  if (method !== "GET") return false
  if (["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) => AHEAD.test(says(name)))) return false
  // A browser says when it fetches for anything but a page to look at.
  if (!["", "navigate"].includes(says("sec-fetch-mode"))) return false
  if (!["", "document"].includes(says("sec-fetch-dest"))) return false
  return isBrowser(request)
}
