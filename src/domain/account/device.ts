// The name of a device for people ("Chrome on Android"), from its User-Agent.

type Known = [name: string, ...marks: RegExp[]]

/** The first whose marks are all present counts: most browsers also name the ones they descend from. */
const BROWSERS: Known[] = [
  ["Edge", /\bEdgA?\/|\bEdgiOS\//],
  ["Opera", /\bOPR\/|\bOPT\/|\bOPiOS\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Vivaldi", /\bVivaldi\//],
  ["DuckDuckGo", /\bDuckDuckGo\/|\bDdg\//],
  ["Firefox", /\bFirefox\/|\bFxiOS\//],
  ["Chrome", /\bChrome\/|\bCriOS\/|\bHeadlessChrome\//],
  ["Safari", /\bVersion\/[\d.]/, /\bSafari\//],
]

const SYSTEMS: Known[] = [
  ["iPhone", /\biPhone\b|\biPod\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMacintosh\b|\bMac OS X\b/],
  ["Linux", /\bLinux\b|\bX11\b/],
]

const nameIn = (userAgent: string, known: Known[]): string | undefined =>
  known.find(([, ...marks]) => marks.every((mark) => mark.test(userAgent)))?.[0]

/** @param userAgent the User-Agent header (RFC 9110 section 10.1.5), may be empty or anything */
export function deviceName(userAgent: string): string {
  const browser = nameIn(userAgent, BROWSERS)
  const system = nameIn(userAgent, SYSTEMS)
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  if (browser !== undefined || system !== undefined) return browser ?? `An app on ${system}`
  // Programs name themselves first: "curl/8.5.0". One short word, because it stands in our email about a new device: no link, no number
  // to call, no sentence.
  const program = /^([A-Za-z]{2,20})(?=[\d/_-]|$)/.exec(userAgent)?.[1]
  return program === undefined || program === "Mozilla" ? "Unknown device" : program
}
