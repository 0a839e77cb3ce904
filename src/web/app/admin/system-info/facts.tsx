// A few facts under a title: name and value.
import type { ReactNode } from "react"
import { Panel } from "../../../ui/layout/panel.tsx"

export type Fact = [what: string, value: ReactNode]

export const Facts = ({ title, facts }: { title: string; facts: Fact[] }) => (
  <Panel title={title}>
    <dl className="-my-2 flex flex-col divide-y divide-line">
      {facts.map(([what, value]) => (
        <div key={what} className="flex items-baseline justify-between gap-6 py-2">
          <dt className="shrink-0 text-ink-soft">{what}</dt>
          <dd className="min-w-0 text-right font-medium text-ink tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  </Panel>
)
