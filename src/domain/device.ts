// The name of a device as people would say it ("Chrome on Android"), read from what the browser calls itself.

/** The first that matches counts: most browsers also claim to be the ones they descend from. */
const BROWSERS: [mark: RegExp, name: string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOPT\/|\bOPiOS\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bDuckDuckGo\/|\bDdg\//, "DuckDuckGo"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
]

const SYSTEMS: [mark: RegExp, name: string][] = [
  [/\biPhone\b|\biPod\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b|\bMac OS X\b/, "Mac"],
  [/\bLinux\b|\bX11\b/, "Linux"],
]

const nameIn = (userAgent: string, known: [RegExp, string][]): string | undefined =>
  known.find(([mark]) => mark.test(userAgent))?.[1]

/** @param userAgent the User-Agent header (RFC 9110 section 10.1.5), may be empty or anything */
export function deviceName(userAgent: string): string {
  const browser = nameIn(userAgent, BROWSERS)
  const system = nameIn(userAgent, SYSTEMS)
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  if (browser !== undefined || system !== undefined) return browser ?? `A program on ${system}`
  // Programs name themselves first: "curl/8.5.0".
  const program = /^([A-Za-z][\w.-]{0,30})(?:\/|$)/.exec(userAgent)?.[1]
  return program === undefined || program === "Mozilla" ? "Unknown device" : program
}
