// A new card, opened by a signed-in user: activates it automatically, then redirects to the profile.
import { useEffect, useState } from "react"
import { useNavigate } from "react-router"
import { REDIRECT_DELAY_MS } from "../../../domain/limits.ts"
import { profilePath } from "../../../domain/paths.ts"
import { ApiError, call } from "../../session/api.ts"
import { ButtonLink } from "../../ui/text-link.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { ActivationFailed, type Need } from "./activation-failed.tsx"
import { CardPicture, Waiting } from "./card-states.tsx"

type Activation =
  | { state: "success"; username: string }
  /** activated by another person, or reported lost, a moment ago */
  | { state: "taken" }
  /** the account is deactivated: a notice replaces the page */
  | { state: "blocked" }
  | { state: "failed"; needs: Need | undefined; mayRetry: boolean }

interface ActivatingProps {
  cardId: string
  userId: string
  /** another person was faster: the card has to be loaded again */
  onTaken: () => unknown
}

export function Activating({ cardId, userId, onTaken }: ActivatingProps) {
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<Activation | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another run
  useEffect(() => {
    let isHere = true
    void activateOnce(cardId, userId).then((activation) => {
      if (!isHere) return
      if (activation.state === "taken") onTaken()
      else setResult(activation)
    })
    return () => {
      isHere = false
    }
  }, [cardId, userId, onTaken, attempt])

  const retry = () => {
    setResult(null)
    setAttempt(attempt + 1)
  }

  if (result?.state === "success") return <Activated username={result.username} />
  if (result?.state !== "failed") return <Waiting>Activating your card...</Waiting>
  return <ActivationFailed needs={result.needs} {...(result.mayRetry && { onRetry: retry })} />
}

function Activated({ username }: { username: string }) {
  const navigate = useNavigate()
  const profile = profilePath(username)
  useEffect(() => {
    const timer = setTimeout(() => void navigate(profile, { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [navigate, profile])
  return (
    <NarrowPage title="Card Activated" intro={<span role="status">Card linked. Opening your profile...</span>}>
      <CardPicture look="done" />
      <ButtonLink href={profile} size="lg" className="mt-6 w-full">
        Go to My Profile
      </ButtonLink>
    </NarrowPage>
  )
}

/** Codes after which the card has to be loaded again. */
const TAKEN = new Set(["card_already_activated", "card_not_in_use"])

/** Codes of what the account needs first. */
const NEEDS: Record<string, Need> = { profile_missing: "profile", second_factor_required: "factor" }

const running = new Map<string, Promise<Activation>>()

/** Links the card to the user. Never rejects. Two effects of one page are one activation, with one POST. */
function activateOnce(cardId: string, userId: string): Promise<Activation> {
  const key = `${userId} ${cardId}`
  const known = running.get(key)
  if (known) return known
  const answer = activate(cardId).finally(() => running.delete(key))
  running.set(key, answer)
  return answer
}

async function activate(cardId: string): Promise<Activation> {
  try {
    const { username } = await call("PUT /api/cards/{card_id}/activation", { params: { card_id: cardId } })
    return { state: "success", username }
  } catch (error) {
    const { code, status } = error instanceof ApiError ? error : { code: "", status: 0 }
    if (TAKEN.has(code)) return { state: "taken" }
    if (code === "account_deactivated") return { state: "blocked" }
    const mayRetry = status === 0 || status === 429 || status >= 500 || code === "card_changed"
    return { state: "failed", needs: NEEDS[code], mayRetry }
  }
}
