// A contact file as another program writes it, and what must come out of it.

export interface ForeignVcard {
  program: string
  bytes: Uint8Array
  people: Person[]
}

export interface Person {
  fields: Record<string, string>
  social_media?: Record<string, string>
  /** "kind | label | value", with " | service" where there is one */
  items?: string[]
  photo?: string
  left_out?: string[]
}

/** With the line ends of the standard. */
export const crlf = (text: string): string => text.trimStart().replaceAll("\n", "\r\n")

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(crlf(text))

/** One byte per character: Latin letters as ISO 8859-1 has them, every other set with escapes. */
export const octets = (text: string): Uint8Array => Uint8Array.from(crlf(text), (character) => character.charCodeAt(0))

/** A JPEG of one pixel, as far as programs that only look at its start can tell. */
export const JPEG =
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k="
export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

/** Base64 in lines of so many characters, each after a space, as photos are folded. */
export const folded = (base64: string, width: number): string =>
  Array.from(
    { length: Math.ceil(base64.length / width) },
    (_, at) => ` ${base64.slice(at * width, (at + 1) * width)}`,
  ).join("\n")
