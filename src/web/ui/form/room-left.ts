// How many more characters a field accepts, or how many are too many: counted like src/domain/forms.ts does, an emoji as one.
import { FIELD } from "../../../domain/messages.ts"

const NEAR = 0.1

const roomIn = (typed: string, max: number): number => max - [...typed.trim()].length

export function roomLeft(typed: string, max: number): string {
  const left = roomIn(typed, max)
  return left < 0 ? FIELD.tooMany(-left) : FIELD.roomLeft(left)
}

/** Undefined while there is plenty. */
export const roomNearLimit = (typed: string, max: number): string | undefined =>
  roomIn(typed, max) <= max * NEAR ? roomLeft(typed, max) : undefined
