// How many more characters a field takes, or how many it has too many: counted as the rules of src/domain/forms.ts do.
import { FIELD } from "../../../domain/messages.ts"

const NEAR = 0.1

export function roomLeft(typed: string, max: number): string {
  const left = max - typed.trim().length
  return left < 0 ? FIELD.tooMany(-left) : FIELD.roomLeft(left)
}

/** Undefined while there is plenty. */
export const roomNearLimit = (typed: string, max: number): string | undefined =>
  max - typed.trim().length <= max * NEAR ? roomLeft(typed, max) : undefined
