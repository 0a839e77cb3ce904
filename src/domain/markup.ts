// Text inside HTML, SVG and XML.

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/** Safe as the text of an element and as the value of an attribute in quotes. */
export const escapedMarkup = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? "")
