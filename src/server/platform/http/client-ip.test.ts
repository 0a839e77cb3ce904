import { Hono } from "hono"
import { expect, test } from "vitest"
import { createLog } from "../log.ts"
import { clientAddress, clientIp, networkOf, networksOf, normalizedIp, trustedNetworks } from "./client-ip.ts"
import type { RequestEnv } from "./env.ts"

test.each([
  ["192.0.2.1", "192.0.2.1"],
  [" 192.0.2.1:443 ", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:192.0.2.1", "192.0.2.1"],
  ["::ffff:c000:0201", "192.0.2.1"],
  ["::FFFF:C000:201", "192.0.2.1"],
  ["0:0:0:0:0:ffff:c000:201", "192.0.2.1"],
  ["0000:0000:0000:0000:0000:ffff:192.0.2.1", "192.0.2.1"],
  ["[::ffff:c000:201]:443", "192.0.2.1"],
  ["::ffff:0:c000:201", "::ffff:0:c000:201"],
  ["2001:0DB8:0:0:0:0:0:0001", "2001:db8::1"],
  ["::ffff:192.0.2.256", null],
  ["192.0.2.01", null],
  ["::1]@evil", null],
  ["[2001:DB8::1]:443", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["unknown", null],
  ["", null],
])("%j is %j", (text, ip) => {
  expect(normalizedIp(text)).toBe(ip)
})

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:0db8:0:0:ffff::", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("%s counts as %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

const trusted = trustedNetworks(["10.0.0.0/8", "127.0.0.1", "fd00::/8"])

test.each([
  ["203.0.113.5", undefined, "203.0.113.5"],
  ["203.0.113.5", "1.1.1.1", "203.0.113.5"],
  ["10.0.0.1", undefined, "10.0.0.1"],
  ["10.0.0.1", "1.1.1.1", "1.1.1.1"],
  ["::ffff:10.0.0.1", "6.6.6.6, 1.1.1.1", "1.1.1.1"],
  ["fd00::1", "6.6.6.6, 1.1.1.1, 10.2.2.2", "1.1.1.1"],
  ["10.0.0.1", "6.6.6.6, nonsense", "10.0.0.1"],
  ["10.0.0.1", "10.0.0.2", "10.0.0.2"],
  [undefined, undefined, "127.0.0.1"],
])("from %s with %j it is %s", (socket, header, ip) => {
  expect(clientAddress(socket, header, trusted)).toBe(ip)
})

test.each(["10.0.0.0/40", "10.0.0/8", "proxy.local", "10.0.0.0/", "10.0.0.0/x"])(
  "%s is refused at the start",
  (entry) => {
    expect(() => trustedNetworks([entry])).toThrow(/TRUSTED_PROXIES/)
  },
)

test.each([
  ["192.0.2.1", [["192.0.2.1", 1]]],
  [
    "2001:db8:1:23ff::9",
    [
      ["2001:db8:1:23ff::/64", 1],
      ["2001:db8:1:2300::/56", 4],
      ["2001:db8:1::/48", 16],
    ],
  ],
  [
    "::1",
    [
      ["0:0:0:0::/64", 1],
      ["0:0:0:0::/56", 4],
      ["0:0:0::/48", 16],
    ],
  ],
])("an attempt from %s counts against %j", (ip, networks) => {
  expect(networksOf(ip).map(({ name, share }) => [name, share])).toEqual(networks)
})

test("a network of proxies may be written as IPv4 or as IPv4-mapped IPv6", () => {
  for (const network of ["10.0.0.0/8", "::ffff:10.0.0.0/104", "::ffff:a00:0/104"]) {
    const isTrusted = trustedNetworks([network])
    for (const proxy of ["10.9.9.9", "::ffff:10.9.9.9"])
      expect(clientAddress(proxy, "198.51.100.1", isTrusted)).toBe("198.51.100.1")
    expect(clientAddress("11.9.9.9", "198.51.100.1", isTrusted)).toBe("11.9.9.9")
  }
})

test("a proxy that is missing in TRUSTED_PROXIES is named in the log, once; a stranger who sends its header is not", async () => {
  const lines: Record<string, unknown>[] = []
  const app = new Hono<RequestEnv>()
  app.use(
    clientIp(
      ["10.0.0.1"],
      createLog((line) => lines.push(JSON.parse(line))),
    ),
  )
  app.all("*", (c) => c.text(c.get("clientIp")))
  const ask = async (remoteAddress: string, headers: Record<string, string> = { "x-forwarded-for": "198.51.100.7" }) =>
    (await app.request("/", { headers }, { incoming: { socket: { remoteAddress } } })).text()
  expect(await ask("203.0.113.9")).toBe("203.0.113.9")
  expect(await ask("172.18.0.2", {})).toBe("172.18.0.2")
  expect(await ask("10.0.0.1")).toBe("198.51.100.7")
  expect(lines).toEqual([])
  for (let n = 0; n < 3; n++) expect(await ask("::ffff:172.18.0.2")).toBe("172.18.0.2")
  expect(lines).toMatchObject([{ level: "warn", event: "proxy.not_trusted", proxy: "172.18.0.2" }])
  expect(lines[0]?.hint).toContain("add it to TRUSTED_PROXIES")
})
