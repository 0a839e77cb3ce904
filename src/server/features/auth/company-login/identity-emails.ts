// The emails about company logins: the person who connected one may not be the owner.
import { UNDO_LINK_DAYS } from "../../../../domain/limits.ts"
import type { EmailContent } from "../../../platform/mail/email-template.ts"
import type { Site } from "../email-flow/auth-emails.ts"

const ifNotYou = (support: string): string[] => [
  `Wasn't you? The button removes company logins that were connected since, signs out all devices and lets you choose a new password. It works for ${UNDO_LINK_DAYS} days.`,
  `Questions? Write to ${support}.`,
]
const action = (undo: string) => ({ label: "Undo this change", url: undo })

/** @param provider its name */
export const identityAddedNotice =
  (provider: string) =>
  ({ SITE_NAME: site, SUPPORT_EMAIL: support }: Site, undo: string): EmailContent => ({
    subject: `A company login was connected to your ${site} account`,
    heading: "A company login was connected",
    paragraphs: [`From now on, you can sign in to your ${site} account with ${provider}.`],
    action: action(undo),
    notes: ifNotYou(support),
  })

/**
 * To the former address, without a link that undoes it: the mailbox may be a colleague's by now.
 * @param provider its name
 */
export const addressFollowedNotice =
  (provider: string) =>
  ({ SITE_NAME: site, SUPPORT_EMAIL: support }: Site): EmailContent => ({
    subject: `Your ${site} sign-in email was changed`,
    heading: "Your sign-in email was changed",
    paragraphs: [
      `${provider} gave you another email address, and your ${site} account has it from now on. You sign in as before.`,
    ],
    notes: [`Questions? Write to ${support}.`],
  })

export const identityRemovedNotice =
  (provider: string) =>
  ({ SITE_NAME: site, SUPPORT_EMAIL: support }: Site, undo: string): EmailContent => ({
    subject: `A company login was disconnected from your ${site} account`,
    heading: "A company login was disconnected",
    paragraphs: [`You can no longer sign in to your ${site} account with ${provider}.`],
    action: action(undo),
    notes: ifNotYou(support),
  })
