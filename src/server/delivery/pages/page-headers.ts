// The headers of a rendered page.
import { exchangePath, mayBeProfilePath, mayHoldToken } from "../../../domain/paths.ts"
import type { Config } from "../../platform/config/config.ts"

/** Browsers keep the page and ask each time whether it is current: a changed profile shows at once. */
const REVALIDATE = "public, max-age=0, must-revalidate"

const EXCHANGE = exchangePath("")

/** @param caching for pages that a cache may store @param isStorable false: no cache stores this one */
export function pageHeaders(
  path: string,
  policy: string,
  isStorable: boolean,
  caching: Record<string, string> = { "Cache-Control": REVALIDATE },
): Record<string, string> {
  const mayBeProfile = mayBeProfilePath(path)
  return {
    "Content-Security-Policy": policy,
    ...(isStorable && !mayHoldToken(path, "") ? caching : { "Cache-Control": "no-store" }),
    // People scan codes with the camera. Navigation within the application loads no new headers, so all its pages allow the camera.
    ...(!mayBeProfile && { "Permissions-Policy": "camera=(self), geolocation=(), microphone=()" }),
    Vary: mayBeProfile ? "Accept, Accept-Encoding" : "Accept-Encoding",
    // The forms of an exchange have to send their origin, which "no-referrer" hides.
    ...(path.startsWith(EXCHANGE) && { "Referrer-Policy": "same-origin" }),
  }
}

type Caching = Pick<Config, "CDN_CACHE_S" | "CDN_STALE_S">

/** How long shared caches, such as a CDN, may keep profiles. Browsers always ask whether theirs is current. */
export function profileCaching({ CDN_CACHE_S, CDN_STALE_S }: Caching): Record<string, string> {
  if (CDN_CACHE_S === 0) return { "Cache-Control": REVALIDATE }
  const stale = CDN_STALE_S === 0 ? "" : `, stale-while-revalidate=${CDN_STALE_S}`
  return {
    "Cache-Control": `${REVALIDATE}, s-maxage=${CDN_CACHE_S}`,
    // RFC 9213. In Cache-Control, browsers would serve stale pages too.
    "CDN-Cache-Control": `public, max-age=${CDN_CACHE_S}${stale}`,
  }
}
