// A list of links as people write it: an address or a handle per line, with its label before or behind it, or in Markdown.

import { isEmailAddress } from "../account/email-address.ts"
import { IMPORT_ENTRIES_MAX } from "../limits.ts"
import { serviceAddress } from "../profile/services.ts"
import { isLink, withScheme } from "../profile/typed-links.ts"
import { type ContactDraft, createContactDraft, quoted } from "./contact-draft.ts"
import { htmlText } from "./html-text.ts"
import { IMPORT } from "./import-messages.ts"
import type { ImportedContact } from "./imported.ts"
import { labelOf } from "./labels.ts"
import { serviceNamed } from "./named-service.ts"

const LINE_MAX = 2000
/** Between a label and its link, and around both. */
const OUTER = /^[\s:：;,、・|<>()[\]{}"“”*•·→⟶➡=–—-]+/
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
    const taken = line.length <= LINE_MAX ? takeLine(draft, line.replace(NUMBERING, "").trim(), label) : "nothing"
    if (taken !== "with label before" && label !== "") draft.leaveOut(IMPORT.noLink(quoted(label)))
    label = taken === "nothing" ? line : ""
  }
  if (label !== "") draft.leaveOut(IMPORT.noLink(quoted(label)))
  return draft.finish()
}

type Taken = "nothing" | "alone" | "with label before"

/** @param before the line before it, when that had no link: then it may be the label */
function takeLine(draft: ContactDraft, line: string, before: string): Taken {
  if (takeMarkdown(draft, line) || takeHandle(draft, line)) return "alone"
  const links = linksIn(line)
  if (links.length === 0) return takePhone(draft, line, before)
  const isBare = links.length === 1 && links[0]?.label === ""
  for (const { link, label } of links) takeLink(draft, link, isBare ? trimmed(before) : label)
  return isBare ? "with label before" : "alone"
}

/** Every link of a line with the words before it, and the last one with those behind it. */
function linksIn(line: string): { link: string; label: string }[] {
  const links: { link: string; label: string }[] = []
  let words: string[] = []
  for (const word of line.split(/\s+/)) {
    const link = linkIn(word)
    words.push(link === "" ? word : word.replace(link, " "))
    if (link !== "") links.push({ link, label: words.join(" ") })
    if (link !== "") words = []
  }
  const last = links.at(-1)
  if (last !== undefined) last.label += ` ${words.join(" ")}`
  return links.map(({ link, label }) => ({ link, label: trimmed(htmlText(label)) }))
}

function takeLink(draft: ContactDraft, link: string, label: string) {
  const service = serviceNamed(label)
  const isOfService = service !== null && serviceAddress(service, link) !== null
  if (isEmailAddress(link)) draft.item("email", link, custom(/^e?-?mail$/i.test(label) ? "" : label))
  else draft.item("link", link, custom(label), isOfService ? service : "")
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
  const [first = "", ...rest] = words
  const last = words.at(-1) ?? ""
  const pairs = [
    halves,
    [first, rest.join(" ")],
    [words.slice(0, -1).join(" "), last],
    [rest.filter(isName).join(" "), first],
  ]
  for (const [name = "", written = ""] of pairs) {
    const service = serviceNamed(trimmed(name))
    const handle = trimmed(written)
    const isOneWord = !/\s/.test(handle) || /^[+\d\s().-]+$/.test(handle)
    const address = service === null || !isOneWord ? null : serviceAddress(service, handle)
    if (service === null || address === null) continue
    draft.item("link", address, custom(""), service)
    return true
  }
  return false
}

const isName = (word: string): boolean => !/^(?:on|auf|sur|en)$/i.test(word)

/** "Phone: +49 170 1234567": nothing but a number, or a label and a number. */
function takePhone(draft: ContactDraft, line: string, before: string): Taken {
  const [, words = "", number = ""] = /^([^\d+]{0,60})(\+?\(?\d[\d\s()./-]{5,30})$/.exec(line) ?? []
  if (number.replace(/\D/g, "").length < 6) return "nothing"
  const own = trimmed(words)
  const label = own || trimmed(before)
  const isPlain = /^(?:phone|tel|telephone|telefon|téléphone|teléfono)?\.?$/i.test(label)
  draft.item("phone", number, isPlain ? undefined : labelOf([], label))
  return own === "" ? "with label before" : "alone"
}

function trimmed(text: string): string {
  const start = text.replace(OUTER, "")
  let end = start.length
  while (end > 0 && (OUTER.test(start.charAt(end - 1)) || /\s[.!?]$/.test(start.slice(0, end).slice(-2)))) end--
  return start.slice(0, end)
}
