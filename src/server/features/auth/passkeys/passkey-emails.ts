// The emails about passkeys: the person who added, removed or copied one may not be the owner.
import type { EmailContent } from "../../../platform/mail/email-template.ts"
import { hasPasswordSignIn, type Site, undoNotes } from "../email-flow/auth-emails.ts"

const action = (undo: string) => ({ label: "Undo this change", url: undo })

export const passkeyAddedNotice = ({ SITE_NAME: site, ...rest }: Site, undo: string): EmailContent => ({
  subject: `A passkey was added to your ${site} account`,
  heading: "A passkey was added",
  paragraphs: [
    `From now on, it signs you in to your ${site} account${hasPasswordSignIn(rest) ? " without a password" : ""}.`,
  ],
  action: action(undo),
  notes: undoNotes(rest, "removes this passkey and any added since"),
})

/** @param leavesPassword whether the account is still signed in to with a password */
export const passkeyRemovedNotice =
  (leavesPassword: boolean) =>
  ({ SITE_NAME: site, ...rest }: Site, undo: string): EmailContent => ({
    subject: `A passkey was removed from your ${site} account`,
    heading: "A passkey was removed",
    paragraphs: [`It no longer works for your ${site} account.${leavesPassword ? " Your password still does." : ""}`],
    action: action(undo),
    notes: undoNotes(
      rest,
      "removes passkeys added since then",
      " A removed passkey can't be restored. Add it again afterward.",
    ),
  })

const COPIED = {
  passkey: {
    name: "passkey",
    advice: () => "To be safe, remove your passkeys in your settings and add new ones.",
  },
  security_key: {
    name: "security key",
    advice: (site: Site) =>
      hasPasswordSignIn(site)
        ? "To be safe, reset your password and use another security key."
        : "To be safe, remove this security key in your settings and use another one.",
  },
}

export const copiedNotice =
  (kind: keyof typeof COPIED) =>
  (settings: Site): EmailContent => {
    const { SITE_NAME: site } = settings
    const { name, advice } = COPIED[kind]
    return {
      subject: `A ${name} for your ${site} account may have been copied`,
      heading: `A ${name} may have been copied`,
      paragraphs: [
        `Someone tried to sign in to your ${site} account with what seems to be a copy of your ${name}. They didn't get in.`,
        advice(settings),
      ],
      notes: [],
    }
  }
