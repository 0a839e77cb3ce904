// /report/{username}: report a profile. No account is needed.
import { useState } from "react"
import { data, useRevalidator } from "react-router"
import IconCheck from "~icons/check"
import { profilePath } from "../../../domain/paths.ts"
import { accentOf } from "../../../domain/profile/accent.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import { Unavailable } from "../../documents/profile/no-profile.tsx"
import { pageData } from "../../page-data.ts"
import { ApiError, call } from "../../session/api.ts"
import { Avatar } from "../../ui/avatar.tsx"
import { classNames } from "../../ui/class-names.ts"
import { PanelFailed } from "../../ui/feedback/panel-waiting.tsx"
import { ButtonLink, TextLink } from "../../ui/text-link.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { pageTitle } from "../titles.ts"
import type { Route } from "./+types/report"
import { ReportForm } from "./report-form.tsx"

export const meta = pageTitle("Report a Profile")

// Not cached: a profile can disappear at any time, and this page is rarely requested.
export const headers = () => ({ "Cache-Control": "no-store" })

type Found = { state: "found"; profile: PublicProfile } | { state: "nobody" | "failed" }
const STATUS: Record<Found["state"], number> = { found: 200, nobody: 404, failed: 503 }

/** A profile that the public cannot see does not exist here. */
const found = (profile: PublicProfile | null): Found =>
  profile === null ? { state: "nobody" } : { state: "found", profile }

export async function loader({ params, context }: Route.LoaderArgs) {
  const pages = context.get(pageData)
  const answer = await pages.profile(params.username).then(found, (error): Found => {
    pages.logFailure(error)
    return { state: "failed" }
  })
  return data(answer, { status: STATUS[answer.state] })
}

export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<Found> {
  try {
    return found((await call("GET /api/profiles/{key}", { params: { key: params.username } })).profile)
  } catch (error) {
    return { state: error instanceof ApiError && error.status === 404 ? "nobody" : "failed" }
  }
}

export default function Report({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<"open" | "sent" | "gone">("open")
  const profile = loaderData.state === "found" ? loaderData.profile : null
  if (state === "sent" && profile !== null)
    return (
      <NarrowPage
        title={
          <>
            <span aria-hidden="true" className="done-badge mb-4">
              <IconCheck size={22} stroke={3} />
            </span>
            We got your report
          </>
        }
        intro="A moderator will review the profile. Reports are anonymous, so we can't reply."
        isNews
      >
        <ButtonLink href={profilePath(profile.username)} variant="secondary" size="lg" className="w-full">
          Back to profile
        </ButtonLink>
      </NarrowPage>
    )
  if (state === "gone" || loaderData.state === "nobody")
    return (
      <div role={state === "gone" ? "alert" : undefined}>
        <Unavailable />
      </div>
    )
  return (
    <NarrowPage
      isWide
      title="Report a Profile"
      intro="Tell us what's wrong. The owner won't know who reported it."
      below={
        <>
          What's allowed and what isn't: <TextLink href="/acceptable-use">Acceptable Use</TextLink>
        </>
      }
    >
      {profile === null ? (
        <PanelFailed onRetry={() => void revalidate()} />
      ) : (
        <div className="flex flex-col gap-6">
          <ProfileLine profile={profile} />
          <ReportForm username={profile.username} onSent={() => setState("sent")} onGone={() => setState("gone")} />
        </div>
      )}
    </NarrowPage>
  )
}

/** In one line, so that people notice a wrong one. */
function ProfileLine({ profile }: { profile: PublicProfile }) {
  const { full_name, username, job_title, business_name } = profile
  const name = full_name || username
  const work = [job_title, business_name].filter(Boolean).join(", ")
  return (
    <div className="flex items-start gap-4 rounded-xl border border-line p-4">
      <Avatar src={profile.profile_picture} name={name} accent={accentOf(profile)} />
      <div className="min-w-0">
        <p
          className={classNames(
            "line-clamp-3 font-serif font-semibold text-ink wrap-anywhere",
            name.length <= 24 && "text-lg",
          )}
          dir="auto"
        >
          {name}
        </p>
        <p className="text-sm text-ink-soft">@{username}</p>
        {work !== "" && (
          <p className="truncate text-sm text-ink-soft" dir="auto">
            {work}
          </p>
        )}
      </div>
    </div>
  )
}
