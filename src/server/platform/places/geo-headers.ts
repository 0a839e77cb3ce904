// The place of a request in the headers of the operator's own proxy or CDN, which all use different names.
import { cleanPlace, type Place } from "../../../domain/insights/insights.ts"

/** Header names in lower case. */
export type GeoHeaders = { [Part in keyof Place]?: string }

const KNOWN: Record<string, GeoHeaders> = {
  appengine: { city: "x-appengine-city", state: "x-appengine-region", country: "x-appengine-country" },
  cloudflare: { city: "cf-ipcity", state: "cf-region", country: "cf-ipcountry" },
  cloudfront: {
    city: "cloudfront-viewer-city",
    state: "cloudfront-viewer-country-region-name",
    country: "cloudfront-viewer-country",
  },
  vercel: { city: "x-vercel-ip-city", state: "x-vercel-ip-country-region", country: "x-vercel-ip-country" },
}

/** The setting GEO_HEADERS. Throws an Error whose message completes "GEO_HEADERS …". */
export function readGeoHeaders(text: string | undefined): GeoHeaders | null {
  const wanted = (text ?? "").trim().toLowerCase()
  if (wanted === "") return null
  const known = KNOWN[wanted]
  if (known !== undefined && Object.hasOwn(KNOWN, wanted)) return known
  const pairs = wanted.split(",").map((pair) => /^\s*(city|state|country)\s*=\s*([\w-]+)\s*$/.exec(pair))
  if (pairs.some((pair) => pair === null))
    throw new Error(
      `must be one of ${Object.keys(KNOWN).join(", ")}, or name headers such as city=X-Geo-City, state=X-Geo-Region, country=X-Geo-Country`,
    )
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]]))
}

/** Headers arrive as Latin-1, but proxies mean UTF-8 if the bytes are valid UTF-8. Some percent-encode. */
function decoded(value: string): string {
  let text = value
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "latin1"))
  } catch {}
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The caller knows whether these headers can be trusted. */
export function placeInHeaders(names: GeoHeaders, headers: Pick<Headers, "get">): Place {
  const read = (name: string | undefined) => (name === undefined ? "" : decoded(headers.get(name) ?? ""))
  return cleanPlace({ city: read(names.city), state: read(names.state), country: read(names.country) })
}
