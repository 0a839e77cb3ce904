// Links people put on their cards: http(s) only, on save and again wherever one is shown.

/** The address normalised, or null when it is not a link we show: another scheme, no scheme, credentials or control characters inside. */
export function httpUrl(text: string): string | null {
  if (!/^https?:\/\/\P{Cc}*$/iu.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.username === "" && url.password === "" ? url.href : null
}

/** A kindness of the form: "example.com/me" left in a field becomes "https://example.com/me"; all else is left as typed. */
export const withScheme = (text: string): string =>
  /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:\d+)?([/?#]\S*)?$/i.test(text) ? `https://${text}` : text

/** As shown to people: without the protocol and a lone trailing slash (specification section 2). */
export const displayUrl = (url: string): string => url.replace(/^https?:\/\//i, "").replace(/\/$/, "")
