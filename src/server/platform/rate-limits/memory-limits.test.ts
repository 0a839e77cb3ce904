import { expect, test } from "vitest"
import { createMemoryLimit } from "./memory-limits.ts"

const NOW = new Date("2026-05-01T12:00:00Z")
const later = (s: number) => new Date(NOW.getTime() + s * 1000)

test("one network has its budget until the window ends, a /56 four times, a /48 sixteen times as much", () => {
  const waitS = createMemoryLimit({ name: "page", max: 10, windowS: 60 })
  const admitted = (ips: string[]) => ips.filter((ip) => waitS(ip, NOW) === 0).length
  expect(admitted(Array(30).fill("192.0.2.1"))).toBe(10)
  expect(admitted(Array(30).fill("2001:db8:1:1::1"))).toBe(10)
  expect(admitted(Array.from({ length: 100 }, (_, at) => `2001:db8:2:10${(at + 16).toString(16)}::1`))).toBe(40)
  expect(admitted(Array.from({ length: 500 }, (_, at) => `2001:db8:3:${(at * 131).toString(16)}::1`))).toBe(160)
  expect(waitS("192.0.2.1", later(20))).toBe(40)
  expect(waitS("192.0.2.1", later(60))).toBe(0)
})

test("a clock that was set back starts a new window", () => {
  const waitS = createMemoryLimit({ name: "page", max: 1, windowS: 60 })
  expect(waitS("192.0.2.1", later(86_400))).toBe(0)
  expect(waitS("192.0.2.1", later(86_400))).toBe(60)
  expect(waitS("192.0.2.1", NOW)).toBe(0)
})
