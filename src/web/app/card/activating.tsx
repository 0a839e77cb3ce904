// A new card, opened by a signed-in user: activates it automatically, then redirects to the profile.
import { useEffect, useState } from "react"
import { useNavigate } from "react-router"
import { REDIRECT_DELAY_MS } from "../../../domain/limits.ts"
import { profilePath } from "../../../domain/paths.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { CountdownBar } from "../../ui/feedback/countdown-bar.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { type Activation, activateOnce } from "./activate-card.ts"
import { ActivationFailed } from "./activation-failed.tsx"
import { CardPicture } from "./card-picture.tsx"
import { Waiting } from "./waiting.tsx"

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
  return <ActivationFailed needsProfile={result.needsProfile} {...(result.mayRetry && { onRetry: retry })} />
}

function Activated({ username }: { username: string }) {
  const navigate = useNavigate()
  const profile = profilePath(username)
  useEffect(() => {
    const timer = setTimeout(() => void navigate(profile, { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [navigate, profile])
  return (
    <NarrowPage
      title="Card Activated"
      intro={<span role="status">Your card is linked to your profile. You will be taken there in a moment.</span>}
    >
      <CardPicture look="done" />
      <CountdownBar className="mt-6" />
      <ButtonLink href={profile} size="lg" className="mt-6 w-full">
        Go to My Profile
      </ButtonLink>
    </NarrowPage>
  )
}
