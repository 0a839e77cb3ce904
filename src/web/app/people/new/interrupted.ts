// A new person who was being written down when the session ended: kept for the same member, in the same tab only.
import type { PersonValues } from "../person-form.tsx"
import type { NewPersonState } from "./new-person.ts"

interface Interrupted {
  values: PersonValues
  /** what the page was opened with */
  state: NewPersonState | null
}

const keyOf = (userId: string): string => `meishi-new-person:${userId}`

/** If storage is full or forbidden, it is lost. */
export function keepInterrupted(userId: string, interrupted: Interrupted): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(interrupted))
  } catch {
    return
  }
}

/** Null when nothing was interrupted. */
export function interruptedOf(userId: string): Interrupted | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? "null")
  } catch {
    return null
  }
}

export const forgetInterrupted = (userId: string): void => sessionStorage.removeItem(keyOf(userId))
