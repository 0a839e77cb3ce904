// A postal address in lines, from the parts in which address books keep it.

export interface PostalParts {
  box?: string
  extended?: string
  street?: string
  city?: string
  region?: string
  code?: string
  country?: string
}

const CODE_LAST = /^(?:usa?|united states|canada|australia|india|nigeria)\b/i

/** "San Francisco, CA 94111" with a short region, "10115 Berlin" without one; a postal code with letters follows its city. */
export function postalLines({
  box = "",
  extended = "",
  street = "",
  city = "",
  region = "",
  code = "",
  country = "",
}: PostalParts) {
  const isCodeLast =
    /[^\d -]/.test(code.trim()) || /^[a-z]{2,3}$/i.test(region.trim()) || CODE_LAST.test(country.trim())
  const cityAndRegion = joined([city, region.trim() === city.trim() ? "" : region], ", ")
  const place = joined(isCodeLast ? [cityAndRegion, code] : [code, cityAndRegion], " ")
  return joined([box, street, extended, place, country], "\n")
}

const joined = (parts: string[], separator: string): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(separator)
