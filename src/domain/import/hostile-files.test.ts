// Files that are made to harm the browser that reads them, or the profile that takes them.
import { describe, expect, test } from "vitest"
import { cpuTimer } from "../../../tests/support/cpu-time.ts"
import { IMPORT_MAX_BYTES } from "../limits.ts"
import { importFrom, importFromText } from "./import-from.ts"
import { IMPORT } from "./import-messages.ts"
import { ImportError, type ImportedContact } from "./imported.ts"

const card = (...lines: string[]): string => `BEGIN:VCARD\r\nVERSION:3.0\r\n${lines.join("\r\n")}\r\nEND:VCARD\r\n`
const read = (text: string) => importFromText(text).contacts[0] as ImportedContact
const octets = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe("ends in a sentence", () => {
  test.each([
    ["more than 5 MB", octets("x".repeat(IMPORT_MAX_BYTES + 1)), IMPORT.tooLarge],
    ["an empty file", new Uint8Array(), IMPORT.nothing],
    [
      "a ZIP archive with a contact inside",
      octets(`PK\x03\x04\x14\x00\x00\x00BEGIN:VCARD\nFN:Ann Lee\n`),
      IMPORT.unreadable,
    ],
    ["a Windows program", octets(`MZ\x90\x00\x03\x00\nBEGIN:VCARD\nFN:Ann Lee\n`), IMPORT.unreadable],
    ["a PDF", octets("%PDF-1.7\n(https://example.com)"), IMPORT.unreadable],
    ["a picture", octets("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), IMPORT.unreadable],
    ["gzip", octets("\x1f\x8b\x08\x00\x00\x00"), IMPORT.unreadable],
    [
      "a page with a contact inside",
      octets("<!DOCTYPE html><pre>\nBEGIN:VCARD\nFN:Ann Lee\nEND:VCARD"),
      IMPORT.unreadable,
    ],
    ["a page with data that is cut off", octets('<script id="__NEXT_DATA__">{"props":'), IMPORT.unreadable],
    [
      "a page whose data is of another site",
      octets('<script id="__NEXT_DATA__">{"props":{}}</script>'),
      IMPORT.unreadable,
    ],
    ["JSON of no site", octets('{"a":1}'), IMPORT.unreadable],
    ["JSON of another program", octets('{"name":"meishi","version":"1.0.0"}'), IMPORT.unreadable],
    ["JSON that is none", octets('{"links":[}'), IMPORT.unreadable],
    ["JSON so deep that a parser's stack ends", octets('{"links":'.repeat(500_000)), IMPORT.unreadable],
    ["a contact without anything", octets(card("FN:", "TEL:", "URL:http://")), IMPORT.nothing],
    ["a contact of nothing but a bad link", octets(card("URL:javascript:alert(1)")), IMPORT.nothing],
    ["201 contacts", octets(card("FN:Ann Lee").repeat(201)), IMPORT.tooManyContacts],
    ["100,000 contacts that never end", octets("BEGIN:VCARD\n".repeat(100_000)), IMPORT.tooManyContacts],
  ])("%s", (_, bytes, sentence) => {
    expect(() => importFrom({ name: "contact.vcf", bytes })).toThrow(new ImportError(sentence))
  })
})

test("text that is too long to paste ends in a sentence", () => {
  expect(() => importFromText("x".repeat(IMPORT_MAX_BYTES + 1))).toThrow(new ImportError(IMPORT.tooLarge))
})

describe("reads what is allowed, and says what it leaves out", () => {
  test("100,000 properties", () => {
    const { fields, items, left_out } = read(
      card("FN:Ann Lee", ...Array.from({ length: 100_000 }, (_, at) => `TEL:+1 555 ${at}`)),
    )
    expect(fields).toEqual({ full_name: "Ann Lee", business_phone: "+1 555 0" })
    expect(items).toHaveLength(50)
    expect(left_out).toEqual([IMPORT.firstEntriesOnly, IMPORT.overFifty(447)])
  })

  test("50,000 links as JSON and as a list", () => {
    const links = Array.from({ length: 50_000 }, (_, at) => ({ title: `Link ${at}`, url: `https://example.com/${at}` }))
    const list = links.map(({ title, url }) => `${title}: ${url}`).join("\n")
    for (const text of [JSON.stringify({ links }), list])
      expect(read(text)).toMatchObject({
        items: { length: 50 },
        left_out: [IMPORT.firstEntriesOnly, IMPORT.overFifty(450)],
      })
  })

  test("cards inside of cards, 10,000 deep", () => {
    const inside = `${"AGENT:\nBEGIN:VCARD\n".repeat(10_000)}TEL:666\n${"END:VCARD\n".repeat(10_000)}`
    expect(read(`BEGIN:VCARD\nFN:Ann Lee\n${inside}TEL:+1 555 0100\nEND:VCARD\n`).fields).toEqual({
      full_name: "Ann Lee",
      business_phone: "+1 555 0100",
    })
  })

  test("values that are too long, each by name, none cut", () => {
    const long = "a".repeat(1_000_000)
    const { fields, items, social_media, left_out } = read(
      card(
        `FN:${long}`,
        "N:Lee;Ann",
        `NOTE:${long}`,
        `TITLE:${long}`,
        `TEL:${"1".repeat(41)}`,
        `URL:https://example.com/${"x".repeat(500)}`,
        `item1.EMAIL:ann@example.com`,
        `item1.X-ABLabel:${"l".repeat(41)}`,
      ),
    )
    expect(fields).toEqual({ full_name: "Ann Lee", email: "ann@example.com" })
    expect([items, social_media]).toEqual([[], {}])
    expect(left_out.map((sentence) => sentence.replace(/“.*”/, "“…”"))).toEqual([
      IMPORT.tooLong("name", "…"),
      IMPORT.tooLong("bio", "…"),
      IMPORT.tooLong("job title", "…"),
      IMPORT.tooLong("phone number", "…"),
      IMPORT.tooLong("link", "…"),
      IMPORT.labelTooLong("…"),
    ])
    expect(Math.max(...left_out.map(({ length }) => length))).toBeLessThan(200)
  })

  test("no more sentences than people read", () => {
    const { left_out } = read(card("FN:Ann Lee", ...Array.from({ length: 400 }, (_, at) => `EMAIL:bad${at}`)))
    expect(left_out).toHaveLength(30)
    expect(left_out.at(-1)).toBe(IMPORT.more(371))
  })

  test("a soft line break before the end of the card", () => {
    const text =
      "BEGIN:VCARD\nVERSION:2.1\nFN;ENCODING=QUOTED-PRINTABLE:Ann=20Lee=\nEND:VCARD\nBEGIN:VCARD\nFN:Bo Li\nEND:VCARD"
    expect(importFromText(text).contacts.map(({ fields }) => fields.full_name)).toEqual(["Ann Lee=", "Bo Li"])
  })

  test("parameters that never end", () => {
    const { fields, left_out } = read(
      card("FN:Ann Lee", `TEL;TYPE="${"x".repeat(100_000)}`, `TEL;${"A=B;".repeat(100_000)}:1`),
    )
    expect(fields).toEqual({ full_name: "Ann Lee" })
    expect(left_out).toHaveLength(2)
  })

  test("character sets that do not exist, and bytes that are none of theirs", () => {
    const bytes = octets(
      "BEGIN:VCARD\nFN;CHARSET=X-EVIL:J\xf6rg\nTITLE;CHARSET=UTF-8:Caf\xe9\nORG;CHARSET=__proto__:Caf\xc3\xa9\nEND:VCARD",
    )
    expect(importFrom({ name: "", bytes }).contacts[0]?.fields).toEqual({
      full_name: "Jörg",
      job_title: "Café",
      business_name: "Café",
    })
  })
})

describe("takes nothing that would harm a profile", () => {
  const CARD = card(
    "FN:Ann\\nLee\u202e\\r\\nEMAIL:evil@example.com",
    "TITLE:a\u0000b\u0007c\\nTEL:666",
    "TEL:+1 555\\nEMAIL:evil@example.com",
    "EMAIL:ann@example.com\\nBCC:evil@example.com",
    "URL:https://user:password@example.com",
    "URL:https://example.com/\u202egpj.exe",
    "URL:data:text/html,<script>alert(1)</script>",
    "URL;TYPE=x:JaVaScRiPt:alert(1)",
    "X-SOCIALPROFILE;TYPE=instagram:javascript:alert(1)//instagram.com",
    "NOTE:\u2066one\u2069\\n<script>alert(1)</script>",
    "PHOTO;ENCODING=b;TYPE=SVG:PHN2Zz48c2NyaXB0Lz48L3N2Zz4=",
    "item1.URL:https://shop.example",
    "item1.X-ABLabel:Shop\\n\u202eEvil",
  )

  test("no line breaks in one line, no controls, no scripts, no pictures that are none", () => {
    const { fields, social_media, items, photo, left_out } = read(CARD)
    expect(fields).toEqual({
      full_name: "Ann Lee\\r EMAIL:evil@example.com",
      job_title: "a b c TEL:666",
      business_phone: "+1 555 EMAIL:evil@example.com",
      bio: "one\n<script>alert(1)</script>",
    })
    expect(social_media).toEqual({})
    expect(items).toEqual([{ kind: "link", label: "Shop Evil", value: "https://shop.example/", service: "" }])
    expect(photo).toBeNull()
    expect(left_out).toHaveLength(7)
    expect(JSON.stringify(left_out)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  })

  test("no keys of objects that the file did not write", () => {
    const json =
      '{"__proto__":{"links":[{"url":"https://evil.example"}]},"constructor":{"name":"x"},"name":"Ann Lee","links":[{"__proto__":{"url":"https://evil.example"},"title":"toString"},{"url":"https://fine.example","title":"__proto__"}]}'
    expect(read(json)).toMatchObject({
      fields: { full_name: "Ann Lee" },
      items: [{ label: "__proto__", value: "https://fine.example/" }],
    })
    expect(read("__proto__,constructor,Name,Email\n1,2,Ann Lee,ann@example.com")).toMatchObject({
      fields: { full_name: "Ann Lee", email: "ann@example.com" },
      left_out: [IMPORT.noPlace("__proto__, constructor")],
    })
    expect(read(card("FN:Ann Lee", "TEL;__PROTO__=x;TYPE=constructor,toString:1", "constructor:x")).fields).toEqual({
      full_name: "Ann Lee",
      business_phone: "1",
    })
    expect(Object.hasOwn(Object.prototype, "links")).toBe(false)
  })
})

describe("takes time in proportion to the file", () => {
  const SIZE = 4_000_000
  const fill = (start: string, pump: string) => start + pump.repeat(SIZE / new TextEncoder().encode(pump).length)
  const ms = (text: string): number => {
    const worked = cpuTimer()
    try {
      importFromText(text)
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
    }
    return worked()
  }
  const properties = "FN N NOTE ADR TEL URL EMAIL BDAY IMPP ORG NICKNAME PHOTO X-SOCIALPROFILE X-ANDROID-CUSTOM".split(
    " ",
  )
  const shapes = [
    ...properties.map((name) => [`BEGIN:VCARD\nVERSION:2.1\n${name}:`, 'a;,:\\=" <']),
    ["BEGIN:VCARD\nVERSION:2.1\nNOTE;ENCODING=QUOTED-PRINTABLE:", "=3D"],
    ["BEGIN:VCARD\nVERSION:2.1\nNOTE;ENCODING=QUOTED-PRINTABLE:", "=\n"],
    ["BEGIN:VCARD\nVERSION:2.1\nNOTE;ENCODING=QUOTED-PRINTABLE:", "= "],
    ["BEGIN:VCARD\nNOTE:", "\n "],
    ["BEGIN:VCARD\nNOTE:", "\r"],
    ["BEGIN:VCARD\nTEL;TYPE=", '";"='],
    ["BEGIN:VCARD\nPHOTO;ENCODING=b:", "AAAA\n "],
    ["BEGIN:VCARD\nPHOTO:data:image/png", ";base64"],
    ["BEGIN:VCARD\nFN:x\nitem1.TEL:1\nitem1.X-ABLabel:", "_$!< -"],
    ["", "[a](b "],
    ["", "https://a.b "],
    ["Instagram: ", "@a - "],
    ["", "a@b.c\n"],
    ["", "+1 (2) "],
    ["name,email,phone\n", '"",'],
    ['name,email,phone\n"', '""'],
    ["name,email,phone\n", "\n"],
    ["name,email,Website 1 - Value\n", "::: https://a.b "],
    ["<html>", '<script id="__NEXT_DATA__">'],
    ['{"name":"x","description":"', "<a &#1; "],
    ['{"links":[', '{"url":"x"},'],
  ] as [string, string][]

  /** No part of these may be worth more work than reading the file. */
  const repetitive = [
    ["BEGIN:VCARD\nVERSION:3.0\nN:", ";"],
    ["BEGIN:VCARD\nVERSION:3.0\nNOTE:", "\\"],
    ["", "["],
    ['{"a":', "["],
  ] as [string, string][]

  test.each(repetitive)("%j and so on, %j, is hardly slower than text", (start, pump) => {
    const text = fill("BEGIN:VCARD\nVERSION:3.0\nNOTE:", "a")
    expect(ms(fill(start, pump)) / Math.min(ms(text), ms(text))).toBeLessThan(4)
  })

  test.each(shapes)("%j and so on, %j for four million characters", (start, pump) => {
    // What an ordinary file of that size takes on this machine in this moment.
    const ordinary = card("FN:Ann Lee", `NOTE:${"Hello, world! ".repeat(20)}`, "TEL:+1 555 0100").repeat(190)
    const baseline = Math.min(ms(ordinary), ms(ordinary)) * (SIZE / ordinary.length)
    expect(ms(fill(start, pump)) / baseline).toBeLessThan(60)
  })
})
