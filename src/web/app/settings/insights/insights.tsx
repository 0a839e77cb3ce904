// /settings/insights: how often your page and cards were used, by day, location and card.
import { useCallback } from "react"
import { useSearchParams } from "react-router"
import {
  INSIGHT_DAYS,
  INSIGHT_DAYS_DEFAULT,
  type InsightDays,
  insightDays,
  MEASURES,
} from "../../../../domain/insights/insights.ts"
import { PROFILE } from "../../../../domain/messages.ts"
import { useSite } from "../../../layout/site.ts"
import { call } from "../../../session/api.ts"
import { chosenProfile } from "../../../session/own-profiles.ts"
import { RequireUser } from "../../../session/require-user.tsx"
import { StaleOverlay } from "../../../ui/feedback/stale-overlay.tsx"
import { SegmentedChoice } from "../../../ui/form/segmented-choice.tsx"
import { TextLink } from "../../../ui/text-link.tsx"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import { LoadFailed } from "../../account-notices.tsx"
import { PageTitle } from "../../page-title.tsx"
import { NoSuchProfile, ProfileSwitcher } from "../../profile-switcher.tsx"
import { pageTitle } from "../../titles.ts"
import { Loaded, useAsked } from "../../use-asked.tsx"
import { CreateProfile } from "../create-profile.tsx"
import { periodOf } from "./figures.ts"
import { Measures } from "./measures.tsx"
import { InsightsWaiting, NothingYet } from "./no-insights.tsx"
import { Places, TappedCards } from "./tapped.tsx"

export const meta = pageTitle("Insights")

const PATH = "/settings/insights"

/** All of them end today; older data may be deleted. */
const PERIODS = INSIGHT_DAYS.map((days) => [days, days === 365 ? "Year" : `${days} days`, `Last ${days} days`] as const)

export default function Insights() {
  const [search, setSearch] = useSearchParams()
  const { kept_days } = useSite().taps
  // The server that rendered the page does not know the query.
  const asked = useHydrated() ? insightDays(search.get("days")) : null
  const days = asked ?? INSIGHT_DAYS_DEFAULT
  const named = search.get("profile")
  const choose = (next: InsightDays) =>
    setSearch(
      { ...(named !== null && { profile: named }), days: String(next) },
      { replace: true, preventScrollReset: true },
    )
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6">
      <div className="flex flex-col gap-4 lg:flex-row lg:justify-between lg:gap-8">
        <PageTitle
          parent={{ href: "/settings", name: "Account Settings" }}
          title="Insights"
          lead="How often your page was opened, your cards tapped and your contact saved, day by day."
        />
        {/* Beside the title, where there is room. */}
        <div className="lg:mt-6.5">
          <SegmentedChoice
            legend="Period"
            name="days"
            choices={PERIODS.filter(([one], n) => n === 0 || kept_days === 0 || one <= kept_days)}
            value={days}
            onChange={choose}
            padding="px-1 sm:px-3"
          />
        </div>
      </div>
      <RequireUser waiting={<InsightsWaiting />}>
        {({ me, meStatus }) => {
          if (meStatus === "loading") return <InsightsWaiting />
          if (me === null) return <LoadFailed />
          if (me.profile === null)
            return <CreateProfile title={PROFILE.setupNeeded}>Insights start once you have a page.</CreateProfile>
          const profile = chosenProfile(me, named)
          if (!profile) return <NoSuchProfile path={PATH} />
          return (
            <>
              <ProfileSwitcher me={me} current={profile} path={PATH} />
              <Shown
                key={profile.id}
                username={profile.username}
                furtherId={profile.id === me.user.id ? undefined : profile.id}
                days={days}
              />
            </>
          )
        }}
      </RequireUser>
    </div>
  )
}

interface ShownProps {
  username: string
  /** the id of a further profile */
  furtherId: string | undefined
  days: InsightDays
}

function Shown({ username, furtherId, days }: ShownProps) {
  const ask = useCallback(
    () => call("GET /api/insights", { query: { days: String(days), profile: furtherId } }),
    [days, furtherId],
  )
  return (
    <Loaded asked={useAsked(ask)} waiting={<InsightsWaiting />}>
      {(answer) => (
        <StaleOverlay isStale={answer.days !== days} className="flex flex-col gap-6">
          {MEASURES.every((measure) => answer.totals[measure] === 0 && !answer.before?.[measure]) ? (
            <NothingYet username={username} days={answer.days} />
          ) : (
            <>
              <p className="-mb-2 text-sm text-ink-soft">
                {periodOf(answer.per_day)}
                {answer.before !== null && `, compared with the previous ${answer.days}\u00a0days`}
              </p>
              <Measures insights={answer} />
              <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
                <Places {...answer} />
                <TappedCards {...answer} />
              </div>
            </>
          )}
          <Small />
        </StaleOverlay>
      )}
    </Loaded>
  )
}

function Small() {
  const { kept_days } = useSite().taps
  return (
    <p className="text-sm text-pretty text-ink-soft">
      Anonymous, no cookies. Bots and your own visits are excluded; days are in UTC.{" "}
      {kept_days === 0 ? "Kept as long as your profile exists." : `Kept for ${kept_days}\u00a0days.`}{" "}
      <TextLink href="/privacy" className="text-ink-soft">
        Privacy
      </TextLink>
    </p>
  )
}
