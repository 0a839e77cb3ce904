// After an abandoned reset: a person who was signed in before is signed in again.
import { withAuth } from "../../session/auth-client.ts"
import { onEvent } from "../../session/session-store.ts"
import { endPasswordReset } from "../../session/storage.ts"

export async function abandonReset(): Promise<void> {
  endPasswordReset()
  const { data } = await withAuth((client) => client.getSession())
  onEvent("INITIAL_SESSION", data.session)
}
