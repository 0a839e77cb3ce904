// Divides the profiles among the parts of the sitemap and writes them (sitemaps.org).
import { escapedMarkup } from "../../../domain/markup.ts"
import { profilePath } from "../../../domain/paths.ts"
import type { IdRange, ListedProfile } from "./store.ts"

/** On average; ids are random, so no part differs much. */
const PROFILES_PER_PART = 2000
/** A sitemap may list 50,000. */
export const PROFILES_MAX = 4 * PROFILES_PER_PART
const PARTS_MAX = 25_000
const DOCUMENTS = ["/", "/about", "/contact", "/faq", "/privacy", "/terms", "/acceptable-use"]

/** A power of two, so that the addresses of the parts rarely change as a site grows. */
export const partsFor = (profiles: number): number =>
  Math.min(PARTS_MAX, 2 ** Math.ceil(Math.log2(Math.max(1, profiles / PROFILES_PER_PART))))

const idAt = (fraction: number): string =>
  `${Math.floor(fraction * 0x1_0000_0000)
    .toString(16)
    .padStart(8, "0")}-0000-0000-0000-000000000000`

/** @param part from 1 to `parts` */
export const rangeOf = (part: number, parts: number): IdRange => ({
  from: idAt((part - 1) / parts),
  to: part === parts ? null : idAt(part / parts),
})

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export const indexOf = (origin: string, parts: number): string => {
  const names = ["pages", ...Array.from({ length: parts }, (_, at) => `${at + 1}-of-${parts}`)]
  const entries = names.map((name) => `<sitemap><loc>${escapedMarkup(origin)}/sitemap-${name}.xml</loc></sitemap>\n`)
  return `${HEAD}<sitemapindex ${XMLNS}>\n${entries.join("")}</sitemapindex>\n`
}

const urlSet = (entries: string[]): string => `${HEAD}<urlset ${XMLNS}>\n${entries.join("")}</urlset>\n`

export const documentsOf = (origin: string): string =>
  urlSet(DOCUMENTS.map((path) => `<url><loc>${escapedMarkup(origin + path)}</loc></url>\n`))

export const profilesOf = (origin: string, listed: readonly ListedProfile[]): string =>
  urlSet(
    listed.map(
      ({ username, updated_at }) =>
        `<url><loc>${escapedMarkup(origin + profilePath(username))}</loc><lastmod>${updated_at.toISOString()}</lastmod></url>\n`,
    ),
  )
