// Content negotiation on a profile's address: the page or the contact card (RFC 9110 section 12.5.1).

/**
 * Whether this Accept header names text/vcard, and no kind of page as much. A wildcard speaks for the page with its own quality, but less
 * precisely than a name: at the same quality the card is preferred.
 */
export function prefersVcard(accept: string | null | undefined): boolean {
  // Every visitor's request is asked this, and almost none says so.
  if (!accept || !/vcard/i.test(accept)) return false
  const ranges = accept
    .toLowerCase()
    .split(",")
    .map((range) => range.split(";").map((part) => part.trim()))
  const qualityOf = (...types: string[]): number | null => {
    const named = ranges.filter(([type = ""]) => types.includes(type))
    const qualities = named.map((parts) => Number(parts.find((part) => part.startsWith("q="))?.slice(2) ?? 1))
    return named.length === 0 ? null : Math.max(0, ...qualities)
  }
  const card = qualityOf("text/vcard") ?? 0
  const page = qualityOf("text/html", "application/xhtml+xml")
  return page === null ? card > 0 && card >= (qualityOf("text/*") ?? qualityOf("*/*") ?? 0) : card > page
}
