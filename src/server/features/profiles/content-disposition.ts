// A file name in a header (RFC 6266): plain for old readers, whole for the others.

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`

/** ext-value of RFC 8187: everything but its attr-char is percent-encoded. */
const extended = (text: string): string => encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, percent)

/** Shown, not forced into the downloads: phones then open their contact sheet. */
export function inlineAs(fileName: string): string {
  const plain = fileName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]|["\\%]/gu, "_")
  return `inline; filename="${plain}"; filename*=UTF-8''${extended(fileName)}`
}
