// One row of a table as a contact.

import type { ContactDraft } from "./contact-draft.ts"
import { fromBase64 } from "./file-text.ts"
import { labelOf } from "./labels.ts"
import { joinedName, type NameParts } from "./person-name.ts"
import { type PostalParts, postalLines } from "./postal-address.ts"
import type { Column, columnOf } from "./table-columns.ts"
import { takeAccount } from "./vcard-chat.ts"
import { takeDate, writtenDate } from "./written-date.ts"

interface Cell extends Column {
  header: string
  value: string
}

/** Google puts several values of one kind into one cell. */
const SEVERAL = " ::: "

export interface Field {
  header: string
  column: ReturnType<typeof columnOf>
  value: string
}

export function takeRow(draft: ContactDraft, row: Field[]) {
  const columns = row.filter(({ value }) => value.trim() !== "")
  const cells = columns.flatMap(({ header, value, column }): Cell[] =>
    column === null || column === "silent" ? [] : [{ ...column, header, value }],
  )
  // "Title" is "Dr." beside a job title of its own.
  const titles = cells.filter(({ kind }) => kind === "job_title")
  const ofName = titles.find(({ header }) => /^(?:title|titre|titel|título)$/i.test(header.trim()))
  if (ofName !== undefined && titles.length > 1) ofName.kind = "prefix"
  takeName(draft, cells)
  for (const cell of cells) takeCell(draft, cell, cells)
  takeAddresses(draft, cells)
  const unknown = columns
    .filter(({ column, value }) => column === null && !isOfProgram(value))
    .map(({ header }) => header.trim())
  if (unknown.length > 0) draft.unknown(unknown)
}

/** Every contact of Google's is in "* myContacts": not a label that someone chose. */
const isOfProgram = (value: string): boolean => value.split(SEVERAL).every((label) => label.trim().startsWith("* "))

function takeName(draft: ContactDraft, cells: Cell[]) {
  const parts: NameParts = {}
  for (const { kind, value } of cells)
    if (kind === "prefix" || kind === "given" || kind === "middle" || kind === "family" || kind === "suffix")
      parts[kind] = value
  for (const { kind, value } of cells) if (kind === "full_name") draft.text(kind, value)
  if (!draft.has("full_name")) draft.text("full_name", joinedName(parts))
}

function takeCell(draft: ContactDraft, { kind, value, label, group, service }: Cell, cells: Cell[]) {
  const written = group === "" ? undefined : cells.find((cell) => cell.kind === "label" && cell.group === group)?.value
  // What Outlook calls the type of an email.
  const named = written === undefined || /^(?:smtp|ex)$/i.test(written) ? labelOf([], label) : labelOf([], written)
  const text = { ...named, text: named.text || label || "Other" }
  const values = value.split(SEVERAL)
  if (kind === "job_title" || kind === "business_name" || kind === "bio") draft.text(kind, value)
  else if (kind === "department") draft.item("text", value, { ...named, text: "Department" })
  else if (kind === "met") draft.met(writtenDate(value))
  else if (kind === "picture") draft.picture(/^https?:/i.test(value) ? value : fromBase64(value))
  else if (kind === "date") for (const date of values) takeDate(draft, date, text.text)
  else if (kind === "phone" || kind === "email") for (const one of values) draft.item(kind, one, named)
  else if (kind === "link") for (const link of values.flatMap(linksIn)) draft.item("link", link, named, service)
  else if (kind === "text") for (const one of values) draft.item("text", one, text)
  else if (kind === "chat") {
    const network = cells.find((cell) => cell.kind === "label" && cell.group === `${group} service`)?.value ?? "IM"
    for (const one of values) takeAccount(draft, network, one, named)
  }
}

/** LinkedIn writes [sasha] and [COMPANY:https://a.example,PERSONAL:https://b.example]. */
const linksIn = (value: string): string[] =>
  value.startsWith("[") ? (value.match(/https?:\/\/[^\s,;\]]+/gi) ?? [value.replace(/[[\]]/g, "")]) : [value]

function takeAddresses(draft: ContactDraft, cells: Cell[]) {
  const addresses = cells.filter(({ kind }) => kind === "address")
  for (const group of new Set(addresses.map((cell) => cell.group))) {
    const own = addresses.filter((cell) => cell.group === group)
    const parts: PostalParts = {}
    for (const { part, value } of own)
      if (part !== undefined) parts[part] = [parts[part] ?? "", value].join("\n").trim()
    const written = cells.find((cell) => cell.kind === "label" && cell.group === group)?.value
    const whole = own.find(({ part }) => part === undefined)?.value
    draft.item("address", whole ?? postalLines(parts), labelOf([], written ?? own[0]?.label))
  }
}
