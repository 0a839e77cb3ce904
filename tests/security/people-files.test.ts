// Files of contacts as an attacker writes them: they are refused or harmless, soon answered, and run in no spreadsheet and no page.
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../support/app.ts"
import { fromIp, type Person, signUpAndVerify } from "../support/people.ts"

let site: TestApp
let owner: Person
beforeAll(async () => {
  site = await testApp()
  owner = await signUpAndVerify(site)
})
afterAll(() => site.close())

async function ask(method: string, path: string, body?: Uint8Array<ArrayBuffer> | string) {
  const headers = { ...owner.headers, "content-type": "text/vcard" }
  const request = new Request(`http://localhost${path}`, { method, headers, ...(body !== undefined && { body }) })
  const answer = await site.app.request(request, undefined, fromIp("203.0.113.7"))
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const sent = (file: Uint8Array<ArrayBuffer> | string) => ask("POST", "/api/people/imports?duplicates=add", file)
const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n")

const MB = 1024 * 1024
const fill = (text: string) => text.repeat(Math.floor((MB - 500) / text.length))

test.each([
  ["beginnings without an end", fill("BEGIN:VCARD\n")],
  ["ends without a beginning", fill("END:VCARD\n")],
  ["blanks before a mark that never comes", fill(" ")],
  ["blanks behind a mark", `BEGIN:VCARD${fill(" ")}x`],
  ["contacts in contacts", `${fill("BEGIN:VCARD\nN:A;B\n").slice(0, MB / 2)}END:VCARD\n`],
  ["empty lines", card(fill("\n").slice(0, 200_000), "FN:A")],
  ["one name with 100,000 parts", card(`N:${";".repeat(100_000)}`, "FN:A")],
  ["one address with 100,000 parts", card("FN:A", `ADR:${";".repeat(100_000)}x`)],
  ["100,000 tags", card("FN:A", `CATEGORIES:${"a,".repeat(100_000)}`)],
  ["100,000 backslashes", card(`FN:${"\\".repeat(100_000)}`)],
  ["20,000 numbers", card("FN:A", ...Array.from({ length: 10_000 }, (_, at) => `TEL:+1555${at}`))],
  ["a label for each of 5,000 groups", card("FN:A", ...Array.from({ length: 5000 }, (_, at) => `i${at}.X-ABLabel:x`))],
  ["a head of 100,000 parameters", card(`TEL${";A=B".repeat(50_000)}:1`, "FN:A")],
  ["quotes that do not end", card(`TEL;TYPE="${"x".repeat(100_000)}:1`, "FN:A")],
  ["a number with 100,000 digits", card("FN:A", `TEL:${"1".repeat(100_000)}`)],
  ["a number with 100,000 x", card("FN:A", `TEL:${"x".repeat(100_000)}`)],
  ["a link with 100,000 dots", card("FN:A", `URL:${"a.".repeat(50_000)}`)],
])("%s are soon answered", { timeout: 30_000 }, async (_, file) => {
  const started = performance.now()
  expect((await sent(file)).status).toBeLessThan(500)
  expect(performance.now() - started).toBeLessThan(5000)
  for (const path of ["/api/people", "/api/people/export.csv", "/api/people/duplicates", "/api/people/labels"])
    expect((await ask("GET", path)).status).toBe(200)
})

test("no bytes break an import, and everything that was taken can be listed and exported", {
  timeout: 60_000,
}, async () => {
  const parts = fc.constantFrom(
    ...[
      "BEGIN:VCARD\n",
      "END:VCARD\n",
      "VERSION:3.0\n",
      "FN:",
      "item1.TEL;TYPE=x:",
      "\n ",
      "\\n",
      ";",
      ",",
      "\0",
      "\ud800",
    ],
    ...["\u202e", "\ufeff", "=1+1", "<script>", "'; drop table people; --", "ADR:", "BDAY:", "UID:", "CATEGORIES:"],
  )
  const files = fc.array(fc.oneof(parts, fc.string({ unit: "binary", maxLength: 20 })), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(files, async (all) => {
      expect((await sent(card("FN:Kept", all.join("").toWellFormed()))).status).toBeLessThan(500)
    }),
    { numRuns: 100 },
  )
  expect(site.logged.filter(({ level }) => level === "error")).toEqual([])
  expect((await ask("GET", "/api/people/export.vcf")).status).toBe(200)
})

test("bytes that are no UTF-8, a packed body and another type are refused", async () => {
  expect((await sent(new Uint8Array([0xff, 0xfe, 0x42]))).status).toBe(415)
  for (const [name, value] of [
    ["content-type", "application/json"],
    ["content-encoding", "gzip"],
  ] as const) {
    const headers = { ...owner.headers, "content-type": "text/vcard", [name]: value }
    const request = new Request("http://localhost/api/people/imports", { method: "POST", headers, body: card("FN:A") })
    expect((await site.app.request(request, undefined, fromIp("203.0.113.7"))).status).toBe(415)
  }
})

test("a name cannot end the header of its file, and a cell cannot start a formula", async () => {
  const names = ['"; filename="evil.exe', "a\\r\\nSet-Cookie: x=1", "../../etc/passwd", "=cmd|' /C calc'!A0"]
  for (const name of names) {
    owner = await signUpAndVerify(site)
    await sent(card(`FN:${name}`, "NOTE:\t=1", "TITLE:@x", "ORG:-1"))
    const [{ id }] = JSON.parse((await ask("GET", "/api/people")).text).people
    const file = await ask("GET", `/api/people/${id}.vcf`)
    expect(file.headers.get("content-disposition")).toMatch(
      /^attachment; filename="[^"\\/]*"; filename\*=UTF-8''[^/";]*$/,
    )
    expect(file.headers.get("set-cookie")).toBeNull()
    const table = (await ask("GET", `/api/people/export.csv?ids=${id}`)).text
    const [, row = ""] = table.split("\r\n")
    for (const cell of row.split(",")) expect(cell).not.toMatch(/^"?[\t\r ]*[=+\-@]/)
  }
})

test("adding people has a budget, which the import does not share", async () => {
  const statuses = new Set<number>()
  for (let n = 0; n < 601; n++) {
    const headers = { ...owner.headers, "content-type": "application/json" }
    const body = JSON.stringify({ full_name: "Ada", job_title: "", business_name: "", entries: [], note: "", tags: [] })
    const request = new Request("http://localhost/api/people", { method: "POST", headers, body })
    statuses.add((await site.app.request(request, undefined, fromIp("203.0.113.7"))).status)
  }
  expect([...statuses]).toEqual([201, 429])
  expect((await sent(card("FN:A"))).status).toBe(201)
})
