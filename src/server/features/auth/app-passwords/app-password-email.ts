// The email about a new app password: the person who made it may not be the owner.
import { UNDO_LINK_DAYS } from "../../../../domain/limits.ts"
import type { EmailContent } from "../../../platform/mail/email-template.ts"
import type { Site } from "../email-flow/auth-emails.ts"

export const appPasswordCreatedNotice = (
  { SITE_NAME: site, SUPPORT_EMAIL: support }: Site,
  undo: string,
): EmailContent => ({
  subject: `An app password was created for your ${site} account`,
  heading: "An app password was created",
  paragraphs: [
    `A phone or program can now read and change the people you've met, and read your profiles. You can revoke the password in your ${site} settings.`,
  ],
  action: { label: "Undo this change", url: undo },
  notes: [
    `Wasn't you? The button revokes all app passwords, signs out all devices and lets you choose a new password. It works for ${UNDO_LINK_DAYS} days.`,
    `Questions? Write to ${support}.`,
  ],
})
