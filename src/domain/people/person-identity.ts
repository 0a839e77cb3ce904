// When two contacts are one person for sure, so that an import may leave one out: a shared phone or mailbox alone is no proof.
import { digitsOf } from "../contact/phone.ts"
import { plainPhone } from "../contact/typed-phone.ts"
import type { PersonDetails } from "./person.ts"
import { foldedName, foldedUid } from "./person-keys.ts"

/** Two contacts are one person when one asks for a token that the other has. */
export interface PersonIdentity {
  uid: string
  /** of a contact without a name, what lists show instead */
  name: string
  has: string[]
  asks: string[]
}

/** Fewer are extensions and services, which say nothing about who it is. */
const PHONE_DIGITS_MIN = 7
const COUNTRY_DIGITS_MAX = 3
/** The name is a part of every token: together they must not be many times the contact. */
const NAME_MAX = 250

/** The same name with the same UID, email or phone number. */
export function identityOf({ full_name, entries, uid }: PersonDetails & { uid: string }): PersonIdentity {
  const name = foldedName(full_name || (entries[0]?.value ?? "")).slice(0, NAME_MAX)
  const tokens = entries.flatMap(({ kind, value }) => {
    if (kind === "phone") return phoneTokens(value)
    const token = `email ${value.toLowerCase()}`
    return kind === "email" ? { has: [token], asks: [token] } : []
  })
  if (uid !== "") tokens.push({ has: [uidToken(uid)], asks: [uidToken(uid)] })
  const named = (list: string[]) => [...new Set(list)].map((token) => `${name}\n${token}`)
  return { uid, name, has: named(tokens.flatMap(({ has }) => has)), asks: named(tokens.flatMap(({ asks }) => asks)) }
}

/** Asked without the name where the UID is known to be one person's, whatever their name has become. */
export const uidToken = (uid: string): string => `uid ${foldedUid(uid)}`

/** A number is the same with and without its country. Those of two countries are not, and neither are two extensions. */
function phoneTokens(phone: string): Pick<PersonIdentity, "has" | "asks"> {
  const [number = "", ...rest] = phone.split(/ext|[x#;]/i)
  const plain = plainPhone(number)
  const isAbroad = plain.trimStart().startsWith("+")
  const digits = digitsOf(isAbroad ? plain.replace("(0)", "") : plain).replace(/^0+/, "")
  if (digits.length < PHONE_DIGITS_MIN) return { has: [], asks: [] }
  const token = (kind: string) => (text: string) => `${kind} ${text}x${digitsOf(plainPhone(rest.join(" ")))}`
  if (!isAbroad) {
    const forms = /^1\d{10}$/.test(digits) ? [digits, digits.slice(1)] : [digits]
    const known = forms.map(token("national"))
    return { has: known, asks: [...known, ...forms.map(token("abroad"))] }
  }
  const forms = Array.from({ length: COUNTRY_DIGITS_MAX }, (_, at) => digits.slice(at + 1).replace(/^0+/, ""))
  const national = forms.filter(({ length }) => length >= PHONE_DIGITS_MIN)
  const whole = token("whole")(digits)
  return { has: [whole, ...national.map(token("abroad"))], asks: [whole, ...national.map(token("national"))] }
}
