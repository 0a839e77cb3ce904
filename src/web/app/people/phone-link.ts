// The address that calls a number.

/** Null for what has no digit: contacts come from anywhere. */
export const phoneLink = (phone: string): string | null =>
  /\d/.test(phone) ? `tel:${phone.replace(/[^\d+]/g, "")}` : null
