// /card/{cardId}: a tapped card without a profile yet (specification sections 2, 4 and 8). A card with a profile never gets
// here: the server redirects (src/server/features/cards/routes.ts).
import { useEffect } from "react"
import { data, redirect, replace, useRevalidator } from "react-router"
import type { PublicCard } from "../../../api/cards.ts"
import { profilePath } from "../../../domain/paths.ts"
import { Unavailable } from "../../documents/profile/no-profile.tsx"
import { pageData } from "../../page-data.ts"
import { ApiError, call } from "../../session/api.ts"
import { useDeferredSession } from "../../session/session-store.ts"
import { pageTitle } from "../titles.ts"
import type { Route } from "./+types/card"
import { Activating } from "./activating.tsx"
import { ActivationFailed } from "./activation-failed.tsx"
import { NotInUse, ReadyToActivate, Waiting } from "./card-states.tsx"

export const meta = pageTitle("Card Activation")
export const headers = () => ({ "Cache-Control": "no-store" })

/**
 * `unavailable`: activated, but its profile is not shown. `not-in-use`: reported lost. `failed`: the request failed, and trying again
 * may help.
 */
type FetchedCard =
  | { state: "pending" | "unavailable" | "not-in-use" | "unknown" | "failed" }
  | { state: "activated"; username: string }

type Shown = Exclude<FetchedCard, { state: "activated" }>
const STATUS: Record<Shown["state"], number> = {
  pending: 200,
  unavailable: 404,
  "not-in-use": 404,
  unknown: 404,
  failed: 503,
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const pages = context.get(pageData)
  const found = await pages.card(params.cardId ?? "").then(fetchedCard, (error): FetchedCard => {
    pages.logFailure(error)
    return { state: "failed" }
  })
  if (found.state === "activated") throw redirect(profilePath(found.username))
  return data<Shown>(found, { status: STATUS[found.state] })
}

export async function clientLoader({ params: { cardId = "" } }: Route.ClientLoaderArgs): Promise<Shown> {
  const found = await call("GET /api/cards/{card_id}", { params: { card_id: cardId } }).then(
    fetchedCard,
    (error): FetchedCard => ({ state: error instanceof ApiError && error.status === 404 ? "unknown" : "failed" }),
  )
  if (found.state === "activated") throw replace(profilePath(found.username))
  return found
}

function fetchedCard(card: PublicCard | null): FetchedCard {
  if (card === null) return { state: "unknown" }
  if ("in_use" in card) return { state: "not-in-use" }
  if (card.activation_status === "pending") return { state: "pending" }
  return card.username === undefined ? { state: "unavailable" } : { state: "activated", username: card.username }
}

export default function Card({ loaderData: { state }, params }: Route.ComponentProps) {
  const session = useDeferredSession()
  const { revalidate } = useRevalidator()
  // The owner has just reactivated the account.
  const isBack = state === "unavailable" && session.status === "signed-in" && session.me?.account === "active"
  useEffect(() => {
    if (isBack) void revalidate()
  }, [isBack, revalidate])

  if (state === "unavailable") return <Unavailable />
  if (state === "not-in-use") return <NotInUse />
  if (state === "unknown") return <ActivationFailed isUnknown onRetry={revalidate} />
  if (state === "failed") return <ActivationFailed onRetry={revalidate} />
  if (session.status === "loading") return <Waiting>Checking your card...</Waiting>
  if (session.status === "signed-out") return <ReadyToActivate />
  const { cardId = "" } = params
  const userId = session.user.id
  return <Activating key={`${cardId} ${userId}`} cardId={cardId} userId={userId} onTaken={revalidate} />
}
