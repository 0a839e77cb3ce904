// /{username}: the public profile. A document for visitors; inside the application the same card after a short wait (specification section 2).
import { Suspense } from "react"
import { Await, data, redirect } from "react-router"
import type { Api } from "../../../api/api.ts"
import type { AnswerOf } from "../../../api/endpoint.ts"
import { PROFILE_LOAD_DELAY_MS } from "../../../domain/limits.ts"
import { isReservedAddress, profilePath } from "../../../domain/paths.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import { ProfileFooter } from "../../layout/profile-footer.tsx"
import { siteOf } from "../../layout/site.ts"
import { pageData } from "../../page-data.ts"
import { fetchWithTimeout } from "../../session/fetch-with-timeout.ts"
import { takeSavedProfile } from "../../session/session-store.ts"
import { DocumentPage } from "../document-page.tsx"
import { HiddenPlace } from "../in-application.tsx"
import type { Route } from "./+types/profile-page"
import { LoadError, Unavailable } from "./no-profile.tsx"
import { profileMeta } from "./profile-meta.ts"
import { ProfileSheet } from "./profile-sheet.tsx"
import { ProfileSkeleton } from "./profile-skeleton.tsx"
import { ReportLink } from "./report-link.tsx"

export type Found = { state: "shown"; profile: PublicProfile } | { state: "missing" } | { state: "failed" }

interface Loaded {
  found: Found | Promise<Found>
}

/** Reserved names and names that look like files are never profiles: such an address is not found. */
function refuseOthers(name: string): void {
  if (isReservedAddress(name) || name.includes(".")) throw data(null, { status: 404 })
}

/** A profile has one address; other spellings and its id redirect there. */
export async function loader({ params, context, request }: Route.LoaderArgs) {
  refuseOthers(params.username)
  const pages = context.get(pageData)
  let found: Found
  try {
    const profile = await pages.profile(params.username)
    found = profile === null ? { state: "missing" } : { state: "shown", profile }
  } catch (error) {
    pages.logFailure(error)
    found = { state: "failed" }
  }
  if (found.state === "shown") {
    const path = profilePath(found.profile.username)
    if (new URL(request.url).pathname !== path) throw redirect(path)
  }
  const status = { shown: 200, missing: 404, failed: 503 }[found.state]
  return data<Loaded>({ found }, { status })
}

/** Not awaited: the address changes at once and the skeletons show. */
export function clientLoader({ params }: Route.ClientLoaderArgs): Loaded {
  refuseOthers(params.username)
  return { found: loadProfile(params.username) }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** After the specification's delay: from the save that led here, or from the API. Never rejects. */
async function loadProfile(key: string): Promise<Found> {
  const saved = takeSavedProfile(key)
  await wait(PROFILE_LOAD_DELAY_MS)
  if (saved !== null) return { state: "shown", profile: saved }
  try {
    const answer = await fetchWithTimeout(`/api/profiles/${encodeURIComponent(key)}`)
    if (answer.status === 404) return { state: "missing" }
    if (!answer.ok) return { state: "failed" }
    const { profile }: AnswerOf<Api["GET /api/profiles/{key}"]> = await answer.json()
    return { state: "shown", profile }
  } catch {
    return { state: "failed" }
  }
}

export function meta(args: Route.MetaArgs) {
  const site = siteOf(args)
  const found = args.loaderData?.found
  if (found !== undefined && "state" in found && found.state === "shown") return profileMeta(found.profile, site)
  return [{ title: `${args.params.username} · ${site.name}` }, { name: "robots", content: "noindex" }]
}

export default function ProfilePage({ loaderData, params }: Route.ComponentProps) {
  const { found } = loaderData
  // A page without a card looks like the others that say so.
  const isCard = found instanceof Promise || found.state === "shown"
  return (
    <DocumentPage profileFooter={isCard && <ProfileFooter report={<Reportable found={found} />} />}>
      {found instanceof Promise ? (
        <Suspense key={params.username} fallback={<Waiting />}>
          <Await resolve={found}>{(known) => renderFound(known, params.username)}</Await>
        </Suspense>
      ) : (
        renderFound(found, params.username)
      )}
    </DocumentPage>
  )
}

/** A profile that is not shown cannot be reported. */
function Reportable({ found }: { found: Loaded["found"] }) {
  const link = (known: Found) => known.state === "shown" && <ReportLink username={known.profile.username} />
  if (!(found instanceof Promise)) return link(found)
  return (
    <Suspense>
      <Await resolve={found}>{link}</Await>
    </Suspense>
  )
}

function renderFound(found: Found, name: string) {
  if (found.state === "shown") return <ProfileSheet profile={found.profile} />
  return (
    <div className="px-4 pt-4 pb-16 sm:pt-10">
      {found.state === "failed" && <LoadError path={profilePath(name)} />}
      {found.state === "missing" && (
        <Unavailable>
          <HiddenPlace />
        </Unavailable>
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div className="mx-auto w-full max-w-md px-4 pt-2 pb-10">
      <ProfileSkeleton />
    </div>
  )
}
