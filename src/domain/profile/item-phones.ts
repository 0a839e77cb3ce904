// The phone numbers among a profile's items, checked like the profile's own (docs/decisions/specification-readings.md).
import { digitsOf } from "../contact/phone.ts"
import { storablePhone } from "../contact/typed-phone.ts"
import type { ProfileItem } from "./items.ts"

/** @returns the items with their numbers as they are stored, and the positions of those with a number that cannot exist */
export async function storablePhones(items: ProfileItem[]): Promise<{ items: ProfileItem[]; problems: number[] }> {
  const problems: number[] = []
  const checked = items.map(async (item, at) => {
    const value = await storableValue(item)
    if (value === null) problems.push(at)
    return value === null ? item : { ...item, value }
  })
  return { items: await Promise.all(checked), problems }
}

async function storableValue({ kind, value }: ProfileItem): Promise<string | null> {
  if (kind === "phone") return storablePhone(value)
  return kind === "link" ? withoutTrunkZero(value) : value
}

/** Links of WhatsApp and Signal that may have a trunk zero behind the country code, as in `+49 (0)170`. */
const NUMBER_LINK = /^(https:\/\/(?:wa\.me\/|signal\.me\/#p\/\+))(\d{1,3}0\d{5,12})$/

async function withoutTrunkZero(link: string): Promise<string> {
  const [, start = "", digits = ""] = NUMBER_LINK.exec(link) ?? []
  const number = digits === "" ? null : await storablePhone(`+${digits}`)
  const dialed = digitsOf(number ?? "")
  const isTrunkZero = [1, 2, 3].some((at) => `${dialed.slice(0, at)}0${dialed.slice(at)}` === digits)
  return number !== null && isTrunkZero ? start + dialed : link
}
