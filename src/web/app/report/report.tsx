// /report/{username}: tell us what is wrong with a profile. Nobody needs an account for it.
import { useCallback, useState } from "react"
import { PROFILE } from "../../../domain/messages.ts"
import { profilePath } from "../../../domain/paths.ts"
import type { PublicProfile } from "../../../domain/profile.ts"
import { ApiError, api } from "../../session/api.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Notice } from "../../ui/notice.tsx"
import { PanelFailed, PanelWaiting } from "../../ui/panel-waiting.tsx"
import { TextLink } from "../../ui/text-link.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { useAsked } from "../settings/use-asked.ts"
import { pageTitle } from "../titles.ts"
import type { Route } from "./+types/report"
import { ReportForm } from "./report-form.tsx"
import { ReportedProfileLine } from "./reported-profile-line.tsx"

export const meta = pageTitle("Report a Profile")

/** null: there is no such profile, or it is not shown */
async function find(username: string): Promise<PublicProfile | null> {
  try {
    return (await api<{ profile: PublicProfile }>(`/api/profiles/${encodeURIComponent(username)}`)).profile
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

export default function Report({ params }: Route.ComponentProps) {
  const { username } = params
  const [asked, again] = useAsked(useCallback(() => find(username), [username]))
  const [state, setState] = useState<"open" | "sent" | "gone">("open")
  const profile = asked.state === "known" ? asked.answer : null
  if (state === "sent") return <Thanks profile={profile} />
  if (state === "gone" || (asked.state === "known" && profile === null)) return <NothingToReport />
  return (
    <NarrowPage
      title="Report a Profile"
      intro="Tell us what is wrong. The owner does not learn who reported."
      // Not before the form: it would be pushed down by it.
      below={
        profile !== null && (
          <>
            What is allowed and what is not: <TextLink href="/acceptable-use">Acceptable Use</TextLink>
          </>
        )
      }
    >
      {asked.state === "loading" && <PanelWaiting />}
      {asked.state === "failed" && <PanelFailed onRetry={() => void again()} />}
      {profile !== null && (
        <div className="flex flex-col gap-6">
          <ReportedProfileLine profile={profile} />
          <ReportForm username={profile.username} onSent={() => setState("sent")} onGone={() => setState("gone")} />
        </div>
      )}
    </NarrowPage>
  )
}

function Thanks({ profile }: { profile: PublicProfile | null }) {
  return (
    <NarrowPage title="Thank you">
      <div className="flex flex-col gap-6">
        <Notice tone="good" title="Your report has arrived.">
          A moderator will look at the profile and decide. You will not hear from us about it, because we do not know
          who you are.
        </Notice>
        <ButtonLink href={profile === null ? "/" : profilePath(profile.username)} variant="secondary">
          {profile === null ? "Go to Home" : "Back to the profile"}
        </ButtonLink>
      </div>
    </NarrowPage>
  )
}

function NothingToReport() {
  return (
    <NarrowPage title="Report a Profile">
      <div className="flex flex-col gap-6">
        <Notice title={PROFILE.unavailable}>There is nothing to report at this address.</Notice>
        <ButtonLink href="/" variant="secondary">
          Go to Home
        </ButtonLink>
      </div>
    </NarrowPage>
  )
}
