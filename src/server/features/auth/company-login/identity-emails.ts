// The emails about company logins: the person who connected one may not be the owner.
import { UNDO_LINK_DAYS } from "../../../../domain/limits.ts"
import type { EmailContent } from "../../../platform/mail/email-template.ts"
import { type Site, undoNotes } from "../email-flow/auth-emails.ts"

const action = (undo: string) => ({ label: "Undo this change", url: undo })

/**
 * A login that the address has to use survives the button, so the email must not promise otherwise.
 * @param provider its name
 */
export const identityAddedNotice =
  (provider: string, isRequired: boolean) =>
  ({ SITE_NAME: site, ...rest }: Site, undo: string): EmailContent => ({
    subject: `A company login was connected to your ${site} account`,
    heading: "A company login was connected",
    paragraphs: [`From now on, you ${isRequired ? "" : "can "}sign in to your ${site} account with ${provider}.`],
    action: action(undo),
    notes: isRequired
      ? [
          `If this wasn't you, use the button above and write to ${rest.SUPPORT_EMAIL}. The button signs out all devices, but the login stays connected. It works for ${UNDO_LINK_DAYS} days.`,
        ]
      : undoNotes(rest, "disconnects this company login and any connected since"),
  })

/**
 * To the former address, without a link that undoes it: the mailbox may be a colleague's by now.
 * @param provider its name
 */
export const addressFollowedNotice =
  (provider: string) =>
  ({ SITE_NAME: site }: Site): EmailContent => ({
    subject: `Your ${site} sign-in email was changed`,
    heading: "Your sign-in email was changed",
    paragraphs: [
      `${provider} changed your email address, so your ${site} account now uses the new one. You still sign in the same way.`,
    ],
    notes: [],
  })

export const identityRemovedNotice =
  (provider: string) =>
  ({ SITE_NAME: site, ...rest }: Site, undo: string): EmailContent => ({
    subject: `A company login was disconnected from your ${site} account`,
    heading: "A company login was disconnected",
    paragraphs: [`You can no longer sign in to your ${site} account with ${provider}.`],
    action: action(undo),
    notes: undoNotes(rest, "disconnects company logins connected since then"),
  })
