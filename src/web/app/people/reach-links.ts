// The addresses that call a number and write to an email address.

/** Null for what has no digit: contacts come from anywhere. */
export const phoneLink = (phone: string): string | null =>
  /\d/.test(phone) ? `tel:${phone.replace(/[^\d+]/g, "")}` : null

export const emailLink = (email: string): string => `mailto:${encodeURIComponent(email)}`
