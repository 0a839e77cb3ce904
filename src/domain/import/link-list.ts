// A list of links as people write it: an address or a handle per line, with its label before or behind it, or in Markdown.

import { isEmailAddress } from "../account/email-address.ts"
import { IMPORT_ENTRIES_MAX } from "../limits.ts"
import { IMPORT } from "../messages.ts"
import { serviceAddress } from "../profile/services.ts"
import { isLink, withScheme } from "../profile/typed-links.ts"
import { type ContactDraft, createContactDraft, quoted } from "./contact-draft.ts"
import type { ImportedContact } from "./imported.ts"
import { serviceNamed } from "./named-service.ts"

const LINE_MAX = 2000
/** Between a label and its link, and around both. */
const OUTER = /^[\s:;,|<>()[\]{}"“”*•·→⟶➡=–—-]+/
const NUMBERING = /^\s*(?:\d{1,3}[.)]|[-*+•])\s+/

export function readLinkList(text: string): ImportedContact | null {
  const draft = createContactDraft()
  let label = ""
  let count = 0
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (line.trim() === "") continue
    if (++count > IMPORT_ENTRIES_MAX) {
      draft.leaveOut(IMPORT.firstEntriesOnly)
      break
    }
    const isTaken = line.length <= LINE_MAX && takeLine(draft, line.replace(NUMBERING, "").trim(), label)
    if (!isTaken && label !== "") draft.leaveOut(IMPORT.noLink(quoted(label)))
    label = isTaken ? "" : line
  }
  if (label !== "") draft.leaveOut(IMPORT.noLink(quoted(label)))
  return draft.finish()
}

/** @param before the line before it, when that had no link: then it may be the label */
function takeLine(draft: ContactDraft, line: string, before: string): boolean {
  if (takeMarkdown(draft, line)) return true
  const words = line.split(/\s+/)
  const found = words.map((word) => linkIn(word)).find((link) => link !== "")
  if (found === undefined) return takeHandle(draft, line) || takePhone(draft, line, before)
  const own = trimmed(line.replace(found, " "))
  const service = serviceNamed(own)
  const isOfService = service !== null && serviceAddress(service, found) !== null
  draft.item(
    isEmailAddress(found) ? "email" : "link",
    found,
    custom(own || trimmed(before)),
    isOfService ? service : "",
  )
  return true
}

const custom = (text: string) => ({ text, isCustom: true, isPreferred: false })

/** [label](address), as often as the line has it. */
function takeMarkdown(draft: ContactDraft, line: string): boolean {
  const links = [...line.matchAll(/\[([^[\]]{0,300})\]\(([^\s()]{1,1000})\)/g)]
  for (const [, label = "", address = ""] of links) draft.item("link", address, custom(label))
  return links.length > 0
}

/** What in a word is a link or an email; "" without one. */
function linkIn(word: string): string {
  const address = /(?:https?:\/\/|mailto:|tel:|javascript:|data:)[^<>"]+/i.exec(word)?.[0] ?? trimmed(word)
  const link = /[.,;:!?)\]]$/.test(address) && !address.includes("(") ? address.replace(/[.,;:!?)\]]$/, "") : address
  if (/^(?:https?:\/\/|mailto:|tel:|javascript:|data:)/i.test(link) || isEmailAddress(link)) return link
  return isLink(withScheme(link)) && /[./]/.test(link) ? link : ""
}

/** "Instagram: @sasha", "@sasha on Instagram" and "Mastodon @sasha@mastodon.social". */
function takeHandle(draft: ContactDraft, line: string): boolean {
  const colon = line.search(/[:：|=\t]|\s[-–—]\s/)
  const halves = colon === -1 ? [] : [line.slice(0, colon), line.slice(colon + 1)]
  const words = line.split(/\s+/)
  const pairs = [
    halves,
    [words.slice(0, -1).join(" "), words.at(-1) ?? ""],
    [
      words
        .slice(1)
        .join(" ")
        .replace(/^(?:on|auf|sur|en)\s/i, ""),
      words[0] ?? "",
    ],
  ]
  for (const [name = "", handle = ""] of pairs) {
    const service = serviceNamed(trimmed(name))
    const address = service === null ? null : serviceAddress(service, trimmed(handle))
    if (service === null || address === null) continue
    draft.item("link", address, custom(""), service)
    return true
  }
  return false
}

/** "Phone: +49 170 1234567": nothing but a number, or a label and a number. */
function takePhone(draft: ContactDraft, line: string, before: string): boolean {
  const [, label = "", number = ""] = /^([^\d+]{0,60}?)(\+?\(?\d[\d\s()./-]{5,30})$/.exec(line) ?? []
  if (number.replace(/\D/g, "").length < 6) return false
  const own = trimmed(label) || trimmed(before)
  draft.item("phone", number, {
    ...custom(own),
    isCustom: !/^(?:phone|tel|telephone|telefon|téléphone|teléfono|mobile|mobil|handy)?\.?$/i.test(own),
  })
  return true
}

function trimmed(text: string): string {
  const start = text.replace(OUTER, "")
  let end = start.length
  while (end > 0 && OUTER.test(start.charAt(end - 1))) end--
  return start.slice(0, end)
}
