// How many more characters a field accepts: counted like src/domain/forms.ts does, an emoji as one.
import { FIELD } from "../../../domain/messages.ts"

const NEAR = 0.1

/** Characters; below zero, how many are over the limit. */
export const roomLeft = (typed: string, max: number): number => max - [...typed.trim()].length

/** Undefined while there is plenty. */
export function roomNearLimit(typed: string, max: number): number | undefined {
  const left = roomLeft(typed, max)
  return left <= max * NEAR ? left : undefined
}

export const roomText = (left: number): string => (left < 0 ? FIELD.tooMany(-left) : FIELD.roomLeft(left))
