// How many more characters a field accepts, or how many are too many: counted like src/domain/forms.ts does.
import { FIELD } from "../../../domain/messages.ts"

const NEAR = 0.1

export function roomLeft(typed: string, max: number): string {
  const left = max - typed.trim().length
  return left < 0 ? FIELD.tooMany(-left) : FIELD.roomLeft(left)
}

/** Undefined while there is plenty. */
export const roomNearLimit = (typed: string, max: number): string | undefined =>
  max - typed.trim().length <= max * NEAR ? roomLeft(typed, max) : undefined
