// 'Security Log': sign-ins with their device, and changes of the account's protection.
import { useState } from "react"
import type { LoggedEvent } from "../../../api/account.ts"
import { SECURITY_EVENT_TEXT } from "../../../domain/account/security-event.ts"
import { SECURITY_LOG_DAYS } from "../../../domain/limits.ts"
import { useSite } from "../../layout/site.ts"
import { call } from "../../session/api.ts"
import { Button } from "../../ui/button.tsx"
import { dayOf, momentOf, sinceOf } from "../../ui/dates.ts"
import { Panel } from "../../ui/layout/panel.tsx"
import { Loaded, useAsked } from "../use-asked.tsx"
import { useFirstNewRow } from "../use-first-new-row.ts"

const FIRST_SHOWN = 5
const MORE_SHOWN = 20

const askEvents = async (): Promise<LoggedEvent[]> => (await call("GET /api/account/security-events")).events

export const SecurityLogCard = () => (
  <Panel
    title="Security Log"
    intro={`Sign-ins and changes in the last ${SECURITY_LOG_DAYS}\u00a0days. If you don't recognize one, ${useSite().sign_in.includes("password") ? "change your password" : "sign out all other devices and remove passkeys that aren't yours"}.`}
  >
    <Loaded asked={useAsked(askEvents)}>
      {(events) => (events.length > 0 ? <Events events={events} /> : <p className="text-ink-soft">No activity yet.</p>)}
    </Loaded>
  </Panel>
)

function Events({ events }: { events: LoggedEvent[] }) {
  const [shown, setShown] = useState(FIRST_SHOWN)
  const rows = rowsOf(events)
  const hasMore = shown < rows.length
  const { box, remember } = useFirstNewRow(hasMore)
  const showMore = () => {
    remember()
    setShown(shown + MORE_SHOWN)
  }
  return (
    <div className="flex flex-col gap-5">
      <ul
        aria-label="Security events"
        className="flex flex-col divide-y divide-line sm:border-line sm:border-t sm:pt-3"
      >
        {rows.slice(0, shown).map(({ times, ...logged }) => (
          <EventRow key={logged.id} times={times} {...logged} />
        ))}
      </ul>
      {hasMore && (
        <div ref={box} className="flex flex-col sm:self-end">
          <Button size="sm" variant="secondary" onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

type Row = LoggedEvent & { times: number }

/** The same on one device several times in a row on one day is one row, with the time of the last. */
function rowsOf(events: LoggedEvent[]): Row[] {
  const rows: Row[] = []
  for (const logged of events) {
    const last = rows.at(-1)
    if (last?.event === logged.event && last.device === logged.device && dayOf(last.at) === dayOf(logged.at))
      last.times++
    else rows.push({ ...logged, times: 1 })
  }
  return rows
}

function EventRow({ event, device, at, times }: Row) {
  return (
    <li className="py-3 first:pt-0 last:pb-0 sm:flex sm:items-baseline sm:justify-between sm:gap-4">
      <p>
        <span className="font-semibold">{SECURITY_EVENT_TEXT[event]}</span>
        {device !== "" && ` · ${device}`}
      </p>
      <p className="shrink-0 text-sm text-ink-soft first-letter:uppercase">
        <time dateTime={at} title={momentOf(at)}>
          {sinceOf(at, new Date(), momentOf)}
        </time>
        {times > 1 && ` · ${times} times`}
      </p>
    </li>
  )
}
