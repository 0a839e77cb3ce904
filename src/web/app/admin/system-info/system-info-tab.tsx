// The tab 'System Info' of the Admin Portal: the state of the running program.
import { WARNING } from "../../../../domain/messages.ts"
import { call } from "../../../session/api.ts"
import { AgainButton } from "../../../ui/again-button.tsx"
import { momentOf } from "../../../ui/dates.ts"
import { Notice } from "../../../ui/feedback/notice.tsx"
import { PanelFailed } from "../../../ui/feedback/panel-waiting.tsx"
import { Skeleton } from "../../../ui/feedback/skeleton.tsx"
import { Panel } from "../../../ui/layout/panel.tsx"
import { useAsked } from "../../settings/use-asked.ts"
import { Facts } from "./facts.tsx"
import {
  contentFacts,
  databaseFacts,
  housekeepingFacts,
  mailFacts,
  memoryFacts,
  programFacts,
  storageFacts,
} from "./system-facts.tsx"

const ask = () => call("GET /api/admin/system")

export function SystemInfoTab() {
  const [asked, again] = useAsked(ask)
  if (asked.state === "loading") return <Waiting />
  if (asked.state === "failed") return <PanelFailed problem={asked.problem} onRetry={again} />
  const info = asked.answer
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-soft">
          Counted <time dateTime={info.counts.at}>{momentOf(info.counts.at)}</time>
        </p>
        <AgainButton label="Refresh" onAgain={again} />
      </div>
      {info.warnings.map((warning) => (
        <Notice key={warning} tone="bad" title={WARNING[warning].title}>
          {WARNING[warning].text}
        </Notice>
      ))}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <Facts title="Program" facts={programFacts(info)} />
          <Facts title="Database" facts={databaseFacts(info)} />
          <Facts title="Mail" facts={mailFacts(info)} />
          <Facts title="Memory" facts={memoryFacts(info)} />
        </div>
        <div className="flex flex-col gap-5">
          <Facts title="Content" facts={contentFacts(info)} />
          <Facts title="Storage" facts={storageFacts(info)} />
          <Facts title="Housekeeping" facts={housekeepingFacts(info)} />
        </div>
      </div>
    </div>
  )
}

const Waiting = () => (
  <div className="grid gap-5 lg:grid-cols-2">
    <p role="status" className="sr-only">
      Loading...
    </p>
    {["program", "content"].map((key) => (
      <Panel key={key}>
        <div className="flex flex-col gap-4">
          <Skeleton className="h-7 w-32" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-full" />
        </div>
      </Panel>
    ))}
  </div>
)
