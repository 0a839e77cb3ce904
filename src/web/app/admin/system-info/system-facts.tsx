// The system information as readable texts and numbers.
import type { SystemInfo } from "../../../../api/operations.ts"
import { momentOf } from "../../../ui/dates.ts"
import { Badge } from "../../../ui/feedback/badge.tsx"
import { bytesOf, countOf, durationOf } from "../../../ui/sizes.ts"
import type { Fact } from "./facts.tsx"

const ENGINE = { embedded: "PostgreSQL, embedded", postgresql: "PostgreSQL server" }

const when = (iso: string | null, never: string) => (iso === null ? never : <time dateTime={iso}>{momentOf(iso)}</time>)

const warning = (text: string) => <Badge tone="bad">{text}</Badge>

export const programFacts = ({ version, node, uptime_s }: SystemInfo): Fact[] => [
  ["Version", version],
  ["Running for", durationOf(uptime_s)],
  ["Node", node.replace(/^v/, "")],
]

export const databaseFacts = ({ database }: SystemInfo): Fact[] => [
  ["Engine", ENGINE[database.engine]],
  ["Version", database.version],
  ["Size", bytesOf(database.bytes)],
]

export const memoryFacts = ({ memory }: SystemInfo): Fact[] => [
  ["This process", bytesOf(memory.process)],
  ["JavaScript heap", bytesOf(memory.heap)],
  ["Free on this machine", `${bytesOf(memory.free)} of ${bytesOf(memory.total)}`],
]

export function contentFacts({ counts }: SystemInfo): Fact[] {
  const of = ({ rows, isEstimate }: SystemInfo["counts"]["users"]) => `${isEstimate ? "about " : ""}${countOf(rows)}`
  return [
    ["Users", of(counts.users)],
    ["Profiles", of(counts.profiles)],
    ["Cards", of(counts.cards)],
    ["Taps", of(counts.taps)],
    ["Open reports", of(counts.open_reports)],
  ]
}

export function storageFacts({ storage }: SystemInfo): Fact[] {
  if (storage === null) return [["Files", "Being measured, refresh in a moment"]]
  type Size = typeof storage.mails
  const of = ({ files, bytes, isComplete }: Size) =>
    `${isComplete ? "" : "more than "}${bytesOf(bytes)}, ${countOf(files)} ${files === 1 ? "file" : "files"}`
  return [
    ["Pictures", storage.pictures === null ? "in the bucket" : of(storage.pictures)],
    ...(storage.database === null ? [] : [["Embedded database", of(storage.database)] satisfies Fact]),
    ["Mails kept as files", of(storage.mails)],
  ]
}

export const mailFacts = ({ mail }: SystemInfo): Fact[] => [
  ["Sent by", mail.sent_by === "smtp" ? "SMTP server" : "nobody: kept as files"],
  ["Waiting", countOf(mail.waiting)],
  ["Oldest waiting since", when(mail.oldest_at, "none waits")],
  ["Given up", mail.failed === 0 ? "0" : warning(countOf(mail.failed))],
]

export const housekeepingFacts = ({ housekeeping }: SystemInfo): Fact[] => [
  ["Last sweep", when(housekeeping.swept_at, "not yet")],
  [
    "Accounts it removed",
    housekeeping.purged === null && housekeeping.swept_at !== null
      ? warning("failed, see the log")
      : countOf(housekeeping.purged ?? 0),
  ],
  ["Last account removed", when(housekeeping.last_purge_at, "none yet")],
]
