// The email about a new app password: the person who made it may not be the owner.
import type { EmailContent } from "../../../platform/mail/email-template.ts"
import { type Site, undoNotes } from "../email-flow/auth-emails.ts"

export const appPasswordCreatedNotice = ({ SITE_NAME: site, ...rest }: Site, undo: string): EmailContent => ({
  subject: `An app password was created for your ${site} account`,
  heading: "An app password was created",
  paragraphs: [
    `A phone or app can now view and edit the contacts in your People list, and view your profiles. You can revoke the password in your ${site} settings.`,
  ],
  action: { label: "Undo this change", url: undo },
  notes: undoNotes(rest, "revokes all app passwords"),
})
