// Which mail servers are spoken to without encryption: those on this machine.
import { isIPv4 } from "node:net"

const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || (isIPv4(hostname) && hostname.startsWith("127."))

/** Options of the mail library that would have it go on without encryption, or on a connection it takes for encrypted. */
const WEAKER = [
  "ignoretls",
  "opportunistictls",
  "requiretls",
  "secure",
  "secured",
  "service",
  "lmtp",
  "proxy",
  "direct",
]

/** True: over smtp:// the server must offer STARTTLS, or nothing is sent. */
export const mustEncrypt = (smtpUrl: string): boolean => {
  const { protocol, hostname } = new URL(smtpUrl)
  return protocol === "smtp:" && !isLoopback(hostname.toLowerCase())
}

/** The address as the mail library gets it: what stands behind its "?" cannot switch the encryption off. */
export function safeSmtpUrl(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  if (!mustEncrypt(smtpUrl)) return smtpUrl
  for (const name of [...url.searchParams.keys()])
    if (WEAKER.includes(name.toLowerCase())) url.searchParams.delete(name)
  url.searchParams.set("requireTLS", "true")
  return url.href
}
