// The two emails to those who left their details. The first goes to an address that anyone may have typed, so it says nothing of theirs.
import { GIVEN_PAGE } from "../../../domain/paths.ts"
import type { GivenPerson } from "../../../domain/people/given.ts"
import { GIVER_LINK_DAYS } from "../../../domain/people/people-limits.ts"
import { GIVEN } from "../../../domain/people/people-messages.ts"
import type { Config } from "../../platform/config/config.ts"
import type { EmailContent } from "../../platform/mail/email-template.ts"

type Head = Pick<Config, "PUBLIC_ORIGIN" | "SITE_NAME">

const linkOf = ({ PUBLIC_ORIGIN }: Head, token: string): string => `${PUBLIC_ORIGIN}${GIVEN_PAGE}?token=${token}`

export const confirmEmail = (config: Head, token: string): EmailContent => ({
  subject: "Confirm your email address",
  heading: "Did you leave your info?",
  paragraphs: [
    `Someone left contact details with this email address on ${config.SITE_NAME}. If it was you, confirm your address to see, correct or delete them at any time.`,
  ],
  action: { label: "Confirm my address", url: linkOf(config, token) },
  notes: [
    `This link works for ${GIVER_LINK_DAYS} days. We send at most one of these emails a week.`,
    "If it wasn't you, ignore this email, or open the link to have the details deleted.",
  ],
})

export const givenEmail = (config: Head, given: GivenPerson[], token: string): EmailContent => ({
  subject: "The details you left",
  heading: "The details you left",
  paragraphs:
    given.length === 0
      ? ["We aren't storing any details for this email address."]
      : given.map(({ owner, values }) => {
          const { name, phone, email, company, message } = values
          return `With ${owner?.name ?? GIVEN.profileGone}: ${[name, phone, email, company, message].filter((text) => text !== "").join(", ")}`
        }),
  action: { label: "See or change your details", url: linkOf(config, token) },
  notes: ["Keep this email: the link works for as long as your details are stored. Anyone with the link can use it."],
})
