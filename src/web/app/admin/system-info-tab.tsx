// The tab 'System Info' of the Admin Portal: the state of the running program.
import type { ReactNode } from "react"
import type { SystemInfo } from "../../../api/operations.ts"
import { WARNING } from "../../../domain/warning-messages.ts"
import { call } from "../../session/api.ts"
import { Button } from "../../ui/button.tsx"
import { momentOf } from "../../ui/dates.ts"
import { Badge } from "../../ui/feedback/badge.tsx"
import { Notice } from "../../ui/feedback/notice.tsx"
import { Loading, Skeletons } from "../../ui/feedback/skeleton.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { bytesOf, countOf, durationOf } from "../../ui/sizes.ts"
import { Loaded, useAsked } from "../use-asked.tsx"

const ask = () => call("GET /api/admin/system")

export function SystemInfoTab() {
  const asked = useAsked(ask)
  return (
    <Loaded asked={asked} waiting={<Waiting />}>
      {(info) => (
        <div className="flex flex-col gap-4 sm:gap-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-ink-soft">
              As of <time dateTime={info.counts.at}>{momentOf(info.counts.at)}</time>
            </p>
            <Button variant="secondary" size="sm" onAct={asked.again}>
              Refresh
            </Button>
          </div>
          {info.warnings.map((warning) => (
            <Notice key={warning} tone="bad" title={WARNING[warning].title}>
              {WARNING[warning].text}
            </Notice>
          ))}
          <Policy policy={info.policy} />
          <div className="grid gap-4 sm:gap-5 lg:grid-cols-2">
            {Object.entries(factsOf(info)).map(([title, facts]) => (
              <Facts key={title} title={title} facts={facts} />
            ))}
          </div>
        </div>
      )}
    </Loaded>
  )
}

type Fact = [name: string, value: ReactNode]

const Facts = ({ title, facts }: { title: string; facts: Fact[] }) => (
  <Panel title={title}>
    <dl className="-my-2 divide-y divide-line">
      {facts.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-2 py-2 max-sm:text-sm sm:gap-6">
          <dt className="min-w-0 text-ink-soft">{name}</dt>
          <dd className="max-w-2/3 shrink-0 text-right font-semibold text-balance text-ink tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  </Panel>
)

/** What the operator decided about accounts, and the settings that say so. */
const Policy = ({ policy }: Pick<SystemInfo, "policy">) => (
  <Panel
    title="Sign-in policy"
    intro={<span className="max-sm:text-sm">To change it, edit these settings and restart the server.</span>}
  >
    <div className="-mx-1 -mb-2 overflow-x-auto px-1">
      <table className="w-full text-left max-sm:block">
        <thead className="text-sm text-ink-soft max-sm:sr-only">
          <tr>
            <th scope="col" className="pb-2 font-semibold">
              Rule
            </th>
            <th scope="col" className="pb-2 font-semibold">
              Current value
            </th>
            <th scope="col" className="pb-2 font-semibold">
              Setting
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line max-sm:block sm:border-t">
          {policy.map(({ rule, value, settings }) => (
            <tr key={rule} className="align-baseline max-sm:block max-sm:py-2.5">
              <th
                scope="row"
                className="block py-2 pr-6 font-normal text-ink-soft max-sm:p-0 max-sm:text-sm sm:table-cell"
              >
                {rule}
              </th>
              <td className="block py-2 pr-6 font-semibold text-ink max-sm:p-0 max-sm:py-1 max-sm:text-sm sm:table-cell">
                {value}
              </td>
              <td className="block py-2 font-mono text-sm break-all text-ink-soft max-sm:p-0 max-sm:text-[0.8125rem] sm:table-cell">
                {settings.join(", ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Panel>
)

const ENGINE = { embedded: "PostgreSQL, embedded", postgresql: "PostgreSQL server" }

/** By panel. Two are in one row, so they are about equally long. */
const factsOf = (info: SystemInfo): Record<string, Fact[]> => {
  const { database, mail, memory, counts, housekeeping } = info
  const isFailed = housekeeping.purged === null && housekeeping.swept_at !== null
  return {
    Content: [
      ["Users", rowsOf(counts.users)],
      ["Profiles", rowsOf(counts.profiles)],
      ["Cards", rowsOf(counts.cards)],
      ["Taps", rowsOf(counts.taps)],
      ["Open reports", rowsOf(counts.open_reports)],
    ],
    Software: [
      ["Version", info.version],
      ["Node", info.node.replace(/^v/, "")],
      ["Uptime", durationOf(info.uptime_s)],
      ["Memory used", bytesOf(memory.process)],
      ["JavaScript heap", bytesOf(memory.heap)],
      ["Free memory", `${bytesOf(memory.free)} of ${bytesOf(memory.total)}`],
    ],
    Database: [
      ["Engine", ENGINE[database.engine]],
      ["Version", database.version],
      ["Size", bytesOf(database.bytes)],
      ...database.replicas.map(
        ({ name, isServing, reads }): Fact => [
          `Replica ${name}`,
          isServing ? `${countOf(reads)} ${reads === 1 ? "read" : "reads"}` : warning("Unavailable. See the log."),
        ],
      ),
    ],
    Storage: storageFacts(info),
    Email: [
      ["Sent by", mail.sent_by === "smtp" ? "SMTP server" : attention("Not configured (saved as files)")],
      ["Waiting", isLate(mail.oldest_at, counts.at) ? attention(countOf(mail.waiting)) : countOf(mail.waiting)],
      ["Oldest waiting since", when(mail.oldest_at, "None")],
      ["Failed", mail.failed === 0 ? "0" : warning(countOf(mail.failed))],
    ],
    Housekeeping: [
      ["Last cleanup", when(housekeeping.swept_at, "Not yet")],
      [
        "Accounts removed in last cleanup",
        isFailed ? warning("Failed. See the log.") : countOf(housekeeping.purged ?? 0),
      ],
      ["Last account removed", when(housekeeping.last_purge_at, "None yet")],
    ],
  }
}

const when = (iso: string | null, never: string) => (iso === null ? never : <time dateTime={iso}>{momentOf(iso)}</time>)

const warning = (text: string) => <Badge tone="bad">{text}</Badge>

/** Nothing has failed, but someone should look at it: in amber, which is the ink of some cards. */
const attention = (text: string) => (
  <span data-accent="ochre" className="font-semibold text-accent">
    {text}
  </span>
)

/** Emails leave within seconds; after a failed attempt, within minutes. */
const LATE_MS = 600_000
const isLate = (oldest: string | null, now: string): boolean =>
  oldest !== null && Date.parse(now) - Date.parse(oldest) > LATE_MS

const rowsOf = ({ rows, isEstimate }: SystemInfo["counts"]["users"]) => `${isEstimate ? "about " : ""}${countOf(rows)}`

function storageFacts({ storage }: SystemInfo): Fact[] {
  if (storage === null) return [["Files", "Still measuring. Refresh in a moment."]]
  const sizeOf = ({ files, bytes, isComplete }: typeof storage.mails) =>
    `${isComplete ? "" : "more than "}${bytesOf(bytes)}, ${countOf(files)} ${files === 1 ? "file" : "files"}`
  return [
    ["Pictures", storage.pictures === null ? "in the bucket" : sizeOf(storage.pictures)],
    ...(storage.database === null ? [] : [["Embedded database", sizeOf(storage.database)] satisfies Fact]),
    ["Emails saved as files", sizeOf(storage.mails)],
  ]
}

const Waiting = () => (
  <div className="grid gap-5 lg:grid-cols-2">
    <Loading />
    {["program", "content"].map((key) => (
      <Panel key={key}>
        <Skeletons sizes={["h-7 w-32", "h-5 w-full", "h-5 w-full", "h-5 w-full"]} />
      </Panel>
    ))}
  </div>
)
