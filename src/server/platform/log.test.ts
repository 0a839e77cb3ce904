// What a log line may hold: bounded values, masked addresses, no parameters of a statement.
import { DrizzleQueryError } from "drizzle-orm"
import { expect, test } from "vitest"
import { createLog, errorText, maskedEmail } from "./log.ts"

test.each([
  ["anna@example.com", "a…@example.com"],
  ["a@b.co", "a…@b.co"],
  ["Anna.Lovelace+cards@mail.example.co.uk", "A…@mail.example.co.uk"],
  ["o'neil@example.com", "o…@example.com"],
])("an address is masked: %s", (email, masked) => {
  expect(maskedEmail(email)).toBe(masked)
})

test.each([
  "",
  "correct horse battery staple",
  "hunter2",
  "p@ssword",
  "p@ss word.com",
  "anna@example.com\nsecret line",
  "line\nanna@example.com",
  "anna@example.com x",
  "anna@exa@mple.com",
  "@example.com",
  "anna@",
  "anna@.com",
  "anna@example.",
  "\ud83d\ude00@example.com",
  `${"a".repeat(250)}@example.com`,
  `a@${"b".repeat(250)}.com`,
])("text that is no address is not logged at all: %j", (typed) => {
  expect(maskedEmail(typed)).toBe("(not an email address)")
})

test("a value of any length makes one short line", () => {
  const lines: string[] = []
  const log = createLog((line) => lines.push(line))
  log.info("request", { path: `/${"a".repeat(100_000)}`, code: "x\n{}\u2028" })
  expect(lines).toHaveLength(1)
  expect(lines[0]?.length).toBeLessThan(1_000)
  expect(lines[0]).not.toContain("\n")
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ path: `/${"a".repeat(499)}…`, code: "x\n{}\u2028" })
})

test("a line is JSON, whatever the values are", () => {
  const lines: string[] = []
  const fields = { a: "plain", b: 'quote " \\ é \ud800', c: 1.5, d: Number.NaN, e: true, f: null, g: undefined, h: "" }
  createLog((line) => lines.push(line), { worker: 2 }).warn("started", fields)
  const { at, ...line } = JSON.parse(lines[0] ?? "")
  expect(Date.parse(at)).toBeGreaterThan(0)
  const { g: _, ...shown } = fields
  expect(line).toEqual({ level: "warn", event: "started", worker: 2, ...shown, d: null })
})

test("an error of the database says what failed and why, without the values", () => {
  const query = "update users set password_hash = $1 where email = $2"
  const failed = new DrizzleQueryError(query, ["$argon2id$secret", "anna@example.com"], new Error("connection lost"))
  expect(errorText(failed)).toBe(`Error: Failed query: ${query} (Error: connection lost)`)
})
