// A first email to a person, as the address that opens it in the owner's mail program.
import type { Person } from "../../../../api/people.ts"
import { profilePath } from "../../../../domain/paths.ts"
import type { OwnProfile } from "../../../../domain/profile/profile.ts"

/** @param own the owner's profile, whose address is in the draft @returns null without an email address */
export function followUp({ entries, full_name, event }: Person, own: OwnProfile | null, origin: string): string | null {
  const email = entries.find(({ kind }) => kind === "email")?.value
  if (email === undefined) return null
  const lines = [
    `Hi ${full_name.split(" ")[0]},`,
    "",
    event === "" ? "It was good to meet you." : `It was good to meet you at ${event}.`,
    ...(own === null ? [] : ["", `Here is my card: ${origin}${profilePath(own.username)}`, "", own.full_name]),
  ]
  const fields = [
    ["subject", "Nice to meet you"],
    // Mail programs expect CRLF (RFC 6068 section 5).
    ["body", lines.join("\r\n")],
  ].map(([name, value = ""]) => `${name}=${encodeURIComponent(value)}`)
  return `mailto:${encodeURIComponent(email)}?${fields.join("&")}`
}
