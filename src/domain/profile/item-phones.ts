// The phone numbers among a profile's items, checked like the profile's own (docs/decisions/specification-readings.md).
import { storablePhone } from "../contact/typed-phone.ts"
import type { ProfileItem } from "./items.ts"

/** @returns the items with their numbers as they are stored, and the positions of those with a number that cannot exist */
export async function storablePhones(items: ProfileItem[]): Promise<{ items: ProfileItem[]; problems: number[] }> {
  const problems: number[] = []
  const checked = items.map(async (item, at) => {
    const value = item.kind === "phone" ? await storablePhone(item.value) : item.value
    if (value === null) problems.push(at)
    return value === null ? item : { ...item, value }
  })
  return { items: await Promise.all(checked), problems }
}
