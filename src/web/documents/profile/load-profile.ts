// Loads the profile of an address in the browser: after the specification's load delay, from the API or from the save that
// led here.
import type { Api } from "../../../api/api.ts"
import type { AnswerOf } from "../../../api/endpoint.ts"
import { PROFILE_LOAD_DELAY_MS } from "../../../domain/limits.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import { takeSavedProfile } from "../../session/session-store.ts"

export type Found = { state: "shown"; profile: PublicProfile } | { state: "missing" } | { state: "failed" }

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Never rejects. */
export async function loadProfile(key: string): Promise<Found> {
  const saved = takeSavedProfile(key)
  await wait(PROFILE_LOAD_DELAY_MS)
  if (saved !== null) return { state: "shown", profile: saved }
  try {
    const answer = await fetch(`/api/profiles/${encodeURIComponent(key)}`)
    if (answer.status === 404) return { state: "missing" }
    if (!answer.ok) return { state: "failed" }
    const { profile }: AnswerOf<Api["GET /api/profiles/{key}"]> = await answer.json()
    return { state: "shown", profile }
  } catch {
    return { state: "failed" }
  }
}
