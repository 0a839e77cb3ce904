// Content negotiation on a profile's address: the page or the contact card (RFC 9110 section 12.5.1).

/** Whether this Accept header names text/vcard, and no kind of page as much. Wildcards ask for the page. */
export function prefersVcard(accept: string | null | undefined): boolean {
  // Every visitor's request is asked this, and almost none says so.
  if (!accept || !/vcard/i.test(accept)) return false
  const ranges = accept
    .toLowerCase()
    .split(",")
    .map((range) => range.split(";").map((part) => part.trim()))
  const qualityOf = (...types: string[]): number => {
    const named = ranges.filter(([type = ""]) => types.includes(type))
    return Math.max(0, ...named.map((parts) => Number(parts.find((part) => part.startsWith("q="))?.slice(2) ?? 1)))
  }
  return qualityOf("text/vcard") > qualityOf("text/html", "application/xhtml+xml")
}
