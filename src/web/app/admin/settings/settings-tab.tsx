// The tab 'Settings' of the Admin Portal: invitations, and the running configuration (read-only).
import IconChevronDown from "~icons/chevron-down"
import type { ShownSetting } from "../../../../api/operations.ts"
import { breakable } from "../../../documents/profile/breakable.tsx"
import { call } from "../../../session/api.ts"
import { Badge } from "../../../ui/feedback/badge.tsx"
import { Panel } from "../../../ui/layout/panel.tsx"
import { Loaded, useAsked } from "../../use-asked.tsx"
import { InvitationsPanel } from "./invitations-panel.tsx"
import { withCode } from "./with-code.tsx"

const ask = async () => (await call("GET /api/admin/settings")).settings

export const SettingsTab = () => (
  <div className="flex flex-col gap-6">
    <InvitationsPanel />
    <Configuration />
  </div>
)

const Configuration = () => (
  <Panel title="Settings" intro="This server's settings at startup. Passwords and keys are never shown.">
    <Loaded asked={useAsked(ask)}>
      {(settings) => {
        const [own = [], others = []] = [true, false].map((wanted) => settings.filter(({ isSet }) => isSet === wanted))
        return (
          <div className="flex flex-col gap-6">
            {own.length > 0 && <SettingList settings={own} />}
            <details className="group rounded-xl bg-well">
              <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-xl px-4 text-sm font-semibold">
                {`Defaults (${others.length})`}
                <IconChevronDown size={18} aria-hidden="true" className="shrink-0 group-open:rotate-180" />
              </summary>
              <div className="px-4 pt-3 pb-5">
                <SettingList settings={others} />
              </div>
            </details>
          </div>
        )
      }}
    </Loaded>
  </Panel>
)

const SettingList = ({ settings }: { settings: ShownSetting[] }) => (
  <dl className="flex flex-col divide-y divide-line">
    {settings.map((setting) => (
      <SettingRow key={setting.name} setting={setting} />
    ))}
  </dl>
)

function SettingRow({ setting }: { setting: ShownSetting }) {
  const { name, doc, isSet, value } = setting
  return (
    <div className="grid gap-x-6 gap-y-1 py-4 first:pt-0 last:pb-0 md:grid-cols-[13rem_1fr] md:items-baseline">
      <dt className="font-mono font-semibold text-ink text-sm leading-6">{name}</dt>
      <dd className="flex min-w-0 flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-2">
          {value === null ? (
            <Badge tone={isSet ? "good" : "neutral"}>{isSet ? "set" : "not set"}</Badge>
          ) : (
            <>
              {/* A path breaks after its slashes, not at a hyphen. */}
              <span className="min-w-0 font-mono text-ink text-sm [&_span]:inline-block [&_span]:max-w-full">
                {value === "" ? "none" : breakable(value)}
              </span>
              {!isSet && <Badge>default</Badge>}
            </>
          )}
        </p>
        <p className="text-ink-soft text-sm">{withCode(doc)}</p>
      </dd>
    </div>
  )
}
