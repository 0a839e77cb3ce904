// The addresses below /dav: the person's own folder, their two address books, and the contacts in them.
import { DAV_NAME_MAX_BYTES } from "../../../domain/people/address-book-limits.ts"

export const DAV_ROOT = "/dav/"
export const BOOKS = ["people", "profiles"] as const
export type BookName = (typeof BOOKS)[number]

export type Place =
  | { kind: "root" }
  /** principal and home of the address books at once */
  | { kind: "home" }
  | { kind: "book"; book: BookName }
  | { kind: "contact"; book: BookName; name: string }

export const homePath = (ownerId: string): string => `${DAV_ROOT}${ownerId}/`
export const bookPath = (ownerId: string, book: BookName): string => `${homePath(ownerId)}${book}/`
export const contactPath = (ownerId: string, book: BookName, name: string): string =>
  bookPath(ownerId, book) + encodeURIComponent(name)

/**
 * What is at a path, for the owner of the app password; null: nothing, such as everything of other people.
 * @param path percent-encoded, as it was requested
 */
export function placeAt(path: string, ownerId: string): Place | null {
  if (path === "/dav" || path === DAV_ROOT) return { kind: "root" }
  const [first, root, owner, book, name, ...more] = path.split("/")
  if (first !== "" || root !== "dav" || owner !== ownerId || more.length > 0) return null
  if (book === undefined || (book === "" && name === undefined)) return { kind: "home" }
  const found = BOOKS.find((each) => each === book)
  if (found === undefined) return null
  if (name === undefined || name === "") return { kind: "book", book: found }
  const decoded = contactName(name)
  return decoded === null ? null : { kind: "contact", book: found, name: decoded }
}

/** Null for names that no contact can have. */
function contactName(segment: string): string | null {
  try {
    const name = decodeURIComponent(segment)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
    const isOdd = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff/\\]/.test(name) || name === "." || name === ".."
    return isOdd || !name.isWellFormed() || Buffer.byteLength(name) > DAV_NAME_MAX_BYTES ? null : name
  } catch {
    return null
  }
}

/** The path in a `DAV:href`, which may be a whole address; null when it is none of this site. */
export function pathOfHref(href: string, origins: readonly string[]): string | null {
  const text = href.trim()
  if (text.startsWith("/") && !text.startsWith("//")) return text.split(/[?#]/)[0] ?? null
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return origins.includes(url.origin) ? url.pathname : null
}
