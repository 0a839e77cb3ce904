// The client's address: the socket's, or what the operator's own proxies say (right-most hop that is not one of them).
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net"
import { createMiddleware } from "hono/factory"
import type { Log } from "../log.ts"
import type { RequestEnv } from "./env.ts"

/** Requests without a socket (tests) come from here. */
const NO_SOCKET = "127.0.0.1"

/** An IPv4-mapped IPv6 address in its canonical spelling. */
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/** The canonical spelling: limits count addresses, and an IPv6 address has many spellings. */
function oneSpelling(ipv6: string): string {
  const short = new URL(`http://[${ipv6}]`).hostname.slice(1, -1)
  const [, high, low] = MAPPED.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  const pairs = [high, low].map((group) => Number.parseInt(group, 16))
  return pairs.flatMap((pair) => [pair >> 8, pair & 255]).join(".")
}

/** `::ffff:192.0.2.1`, `::ffff:c000:201` and `192.0.2.1` are one address; brackets, zones and ports are removed. Null if it is not an address. */
export function normalizedIp(text: string): string | null {
  const [bare = ""] = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .split("%", 1)
  if (isIPv4(bare)) return bare
  return isIPv6(bare) ? oneSpelling(bare) : null
}

/** The first groups of an IPv6 address, without leading zeros. */
function groupsOf(ip: string, count: number): number[] {
  const [head = "", tail] = ip.split("::")
  const left = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const gap = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(0, gap)).fill("0"), ...right]
  return groups.slice(0, count).map((group) => Number.parseInt(group, 16))
}

/** One client: an IPv4 address, or the /64 network of an IPv6 one (each customer has 2^64 of those). */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const first = groupsOf(ip, 4).map((group) => group.toString(16))
  return `${first.join(":")}::/64`
}

export interface Network {
  name: string
  /** how many times the budget of one client it has */
  share: number
}

/**
 * Every network that an attempt counts against, the narrowest first. Some customers have a whole IPv6 /48, that is 65,536 networks of /64,
 * so the wider networks count as well. They have a larger share, because a /48 may also have many customers.
 */
export function networksOf(ip: string): Network[] {
  const narrow = { name: networkOf(ip), share: 1 }
  if (!isIPv6(ip)) return [narrow]
  const [a = 0, b = 0, c = 0, d = 0] = groupsOf(ip, 4)
  const wide = (groups: number[]) => groups.map((group) => group.toString(16)).join(":")
  return [
    narrow,
    { name: `${wide([a, b, c, d & 0xff00])}::/56`, share: 4 },
    { name: `${wide([a, b, c])}::/48`, share: 16 },
  ]
}

/** @throws Error naming the entry that is neither an address nor a network */
export function trustedNetworks(entries: readonly string[]): (ip: string) => boolean {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/")
    const family = isIPv4(address) ? "ipv4" : "ipv6"
    const most = family === "ipv4" ? 32 : 128
    const length = bits === undefined ? most : Number(bits)
    if (isIP(address) === 0 || !/^\d*$/.test(bits ?? "0") || bits === "" || length > most)
      throw new Error(`TRUSTED_PROXIES: ${entry} is neither an address nor a network such as 10.0.0.0/8.`)
    list.addSubnet(address, length, family)
  }
  return (ip) => list.check(ip, isIPv4(ip) ? "ipv4" : "ipv6")
}

/** @param socketIp the other end of the connection @param forwarded the X-Forwarded-For header */
export function clientAddress(
  socketIp: string | undefined,
  forwarded: string | undefined,
  isTrusted: (ip: string) => boolean,
): string {
  let current = normalizedIp(socketIp ?? "") ?? NO_SOCKET
  const hops = (forwarded ?? "").split(",")
  while (isTrusted(current) && hops.length > 0) {
    const next = normalizedIp(hops.pop() ?? "")
    if (next === null) break
    current = next
  }
  return current
}

export interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } }
}

/** Where an operator's own proxy usually is. Strangers send the header, too, but from public addresses. */
const isPrivate = trustedNetworks(
  "127.0.0.0/8 ::1 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 fc00::/7 fe80::/10".split(" "),
)

export function clientIp(trustedProxies: readonly string[], log: Pick<Log, "warn">) {
  const isTrusted = trustedNetworks(trustedProxies)
  let hinted = false

  /** Without TRUSTED_PROXIES, all visitors share the limits of the proxy's address: the log says so once. */
  function hint(proxy: string): void {
    if (hinted || !isPrivate(proxy)) return
    hinted = true
    log.warn("proxy.not_trusted", {
      proxy,
      hint: "This address sends X-Forwarded-For. If it is your proxy, add it to TRUSTED_PROXIES: until then, all visitors share its limits.",
    })
  }

  return createMiddleware<RequestEnv & { Bindings: NodeBindings }>(async (c, next) => {
    const socketIp = c.env?.incoming?.socket?.remoteAddress
    const sender = normalizedIp(socketIp ?? "") ?? NO_SOCKET
    const forwarded = c.req.header("x-forwarded-for")
    const isProxied = isTrusted(sender)
    if (forwarded !== undefined && !isProxied) hint(sender)
    c.set("isProxied", isProxied)
    c.set("clientIp", clientAddress(socketIp, forwarded, isTrusted))
    await next()
  })
}
