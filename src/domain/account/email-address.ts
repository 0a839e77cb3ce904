// Which email addresses are accepted: those that mail servers deliver to, in ASCII. No quoted local parts, no comments, no controls.
import { EMAIL_MAX } from "../limits.ts"

/** RFC 5321 section 4.5.3.1.1 */
const LOCAL_PART_MAX = 64
const LOCAL_PART = /^[a-z0-9_'+-]+(?:\.[a-z0-9_'+-]+)*$/i
/** An internationalized domain arrives in its ASCII form: browsers' email fields write it so. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/i

export function isEmailAddress(text: string): boolean {
  if (text.length > EMAIL_MAX) return false
  const at = text.indexOf("@")
  return (
    at > 0 &&
    at <= LOCAL_PART_MAX &&
    LOCAL_PART.test(text.slice(0, at)) &&
    !text.slice(0, at).endsWith("'") &&
    DOMAIN.test(text.slice(at + 1))
  )
}

/** What follows the last @, in lower case. */
export const emailDomain = (email: string): string =>
  email
    .slice(email.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase()

/**
 * The mailbox behind an address, to count emails by: big providers deliver ada+anything@ and a.d.a@ to ada@. Elsewhere these may be
 * different people, so it is no address to send to.
 */
export function mailboxOf(email: string): string {
  const [local = ""] = email.slice(0, email.lastIndexOf("@")).toLowerCase().split("+", 1)
  return `${local.replaceAll(".", "")}@${emailDomain(email)}`
}
