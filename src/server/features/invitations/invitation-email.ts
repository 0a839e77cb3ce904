// The email that invites someone. It holds nothing a person typed.
import { INVITATION_DAYS } from "../../../domain/limits.ts"
import type { EmailContent } from "../../platform/mail/email-template.ts"

export const invitationEmail = (site: string, url: string): EmailContent => ({
  subject: `You are invited to ${site}`,
  heading: `Join ${site}`,
  paragraphs: [
    `An administrator of ${site} has invited you to create an account: your own page and digital business card.`,
  ],
  action: { label: "Create your account", url },
  notes: [
    `The link creates one account, with this email address, within ${INVITATION_DAYS} days.`,
    "If you did not expect this invitation, you can ignore this email.",
  ],
})
