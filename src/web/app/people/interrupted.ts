// What was being written about a person when the session ended: kept for the same member, in the same tab only.

/** @param personId undefined for a new person */
const keyOf = (userId: string, personId?: string): string =>
  personId === undefined ? `meishi-new-person:${userId}` : `meishi-person:${userId}:${personId}`

/** If storage is full or forbidden, it is lost. */
export function keepInterrupted(interrupted: object, userId: string, personId?: string): void {
  try {
    sessionStorage.setItem(keyOf(userId, personId), JSON.stringify(interrupted))
  } catch {
    return
  }
}

/** What `keepInterrupted` was given; null when nothing was interrupted. */
export function interruptedOf<Kept extends object>(userId: string, personId?: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(userId, personId)) ?? "null")
  } catch {
    return null
  }
}

export const forgetInterrupted = (userId: string, personId?: string): void =>
  sessionStorage.removeItem(keyOf(userId, personId))
