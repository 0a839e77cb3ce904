// Which of your profiles a card opens.
import { useId, useState } from "react"
import type { OwnCard } from "../../../api/cards.ts"
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import { ApiError, call } from "../../session/api.ts"
import { refreshMe } from "../../session/session-store.ts"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { showFailure } from "../show-failure.ts"

interface CardProfileProps {
  card: OwnCard
  /** yours: two or more */
  profiles: OwnProfile[]
  onChosen: (profileId: string) => void
}

export function CardProfile({ card: { card_id, profile_id }, profiles, onChosen }: CardProfileProps) {
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const choose = async (next: string) => {
    setBusy(true)
    try {
      await call("PUT /api/account/cards/{card_id}/profile", { params: { card_id }, body: { profile_id: next } })
      onChosen(next)
      const name = profiles.find((profile) => profile.id === next)?.username
      showToast({ title: `Your card now opens ${name}`, tone: "good" })
    } catch (error) {
      showFailure("Couldn't change your card", error)
      // Another tab or device deleted the profile.
      if (error instanceof ApiError && error.code === "not_found") await refreshMe()
    }
    setBusy(false)
  }
  return (
    <p className="mt-2 flex items-center gap-2 text-sm text-ink-soft">
      <label htmlFor={id}>Opens</label>
      <select
        id={id}
        value={profile_id}
        disabled={isBusy}
        aria-label={`Profile that card ${card_id} opens`}
        onChange={({ target }) => void choose(target.value)}
        className="select-arrow min-h-11 max-w-full min-w-0 cursor-pointer rounded-xl border border-line-strong bg-sheet pl-3 text-base text-ink"
      >
        {profiles.map((profile) => (
          <option key={profile.id} value={profile.id}>
            {profile.username}
          </option>
        ))}
      </select>
    </p>
  )
}
