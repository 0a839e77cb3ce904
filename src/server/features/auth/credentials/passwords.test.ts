import { expect, test } from "vitest"
import { createPasswords } from "./passwords.ts"

test("the hash is Argon2id with OWASP's parameters", async () => {
  const passwords = createPasswords(1)
  const stored = await passwords.hash("correct horse", "a")
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(stored, "correct horse", "a")).toBe(true)
  expect(await passwords.matches(stored, "correct Horse", "a")).toBe(false)
  expect(await passwords.matches(null, "correct horse", "a")).toBe(false)
  expect(passwords.computed()).toBe(4)
})

test("a limited number runs at once, a limited number waits, and the rest is asked to come back", async () => {
  const passwords = createPasswords(2, 3)
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => passwords.hash("correct horse", `network ${n}`)),
  )
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5)
  const refused = results.filter((result) => result.status === "rejected")
  expect(refused).toHaveLength(5)
  expect(refused[0]?.reason).toMatchObject({ code: "service_unavailable", status: 503, retryAfterS: 1 })
  expect(passwords.computed()).toBe(5)
  expect(await passwords.hash("and then it works again", "a")).toMatch(/^\$argon2id/)
})

test("a network that asks for many delays no other: networks take turns, and one gets half of the room", async () => {
  const passwords = createPasswords(1, 8)
  const done: string[] = []
  const hash = (line: string) => passwords.hash("x", line).then(() => done.push(line))
  const crowd = await Promise.allSettled([
    ...Array.from({ length: 10 }, () => hash("crowd").catch(() => done.push("refused"))),
    hash("somebody"),
    hash("somebody else"),
  ])
  expect(crowd).toHaveLength(12)
  expect(done.filter((line) => line === "refused")).toHaveLength(5)
  // One of the crowd was running when the others came, and one was waiting before them.
  expect(done.filter((line) => line !== "refused").slice(0, 4)).toEqual(["crowd", "crowd", "somebody", "somebody else"])
  expect(passwords.waiting()).toBe(0)
})

test("a failed hash frees its place", async () => {
  const passwords = createPasswords(1, 0)
  await expect(passwords.matches("not a hash", "x", "a")).rejects.toThrow()
  expect(await passwords.hash("x", "a")).toMatch(/^\$argon2id/)
})

test("hashing does not block the event loop", async () => {
  const passwords = createPasswords(2)
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  await Promise.all(Array.from({ length: 8 }, () => passwords.hash("x", "a")))
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(10)
})
