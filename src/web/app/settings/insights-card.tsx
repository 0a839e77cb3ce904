// 'Insights': the link to how often your page and cards were used.
import { ButtonLink } from "../../ui/button-link.tsx"
import { Panel } from "../../ui/layout/panel.tsx"

export function InsightsCard() {
  return (
    <Panel
      title="Insights"
      intro="How often your page was opened, your card tapped and your contact saved, day by day."
    >
      <ButtonLink href="/settings/insights" variant="secondary" wide className="sm:ml-auto sm:flex sm:w-fit">
        See insights
      </ButtonLink>
    </Panel>
  )
}
