// The emails about second factors: the person who added or removed one may not be the owner.
import type { FactorType } from "../../../../domain/account/policy.ts"
import type { EmailContent } from "../../../platform/mail/email-template.ts"
import type { Caller } from "../caller.ts"
import { hasPasswordSignIn, type Site, undoNotes } from "../email-flow/auth-emails.ts"

const ifNotYou = (rest: Omit<Site, "SITE_NAME">): string[] =>
  undoNotes(rest, "removes what was added since then", SET_UP_AGAIN)
const SET_UP_AGAIN = " A removed method can't be restored. Set it up again afterward."
const action = (undo: string) => ({ label: "Undo this change", url: undo })

const ASKED_FOR: Record<FactorType, { what: string; kept: string }> = {
  totp: { what: "a code from your authenticator app", kept: "without your phone" },
  webauthn: { what: "your security key", kept: "without your key" },
}

export const factorAddedNotice =
  (type: FactorType) =>
  ({ SITE_NAME: site, ...rest }: Site, undo: string): EmailContent => ({
    subject: `A two-step verification method was added to your ${site} account`,
    heading: "A two-step verification method was added",
    paragraphs: [
      `From now on, signing in to your ${site} account ${hasPasswordSignIn(rest) ? "with your password" : "without a passkey"} also asks for ${ASKED_FOR[type].what}. All other devices were signed out.`,
    ],
    action: action(undo),
    notes: [
      `Save your recovery codes where you can find them ${ASKED_FOR[type].kept}: they let you back in if you lose it.`,
      ...undoNotes(rest, "removes this method and anything added since"),
    ],
  })

export const factorRemovedNotice =
  (isLast: boolean) =>
  ({ SITE_NAME: site, ...rest }: Site, undo: string): EmailContent => ({
    subject: `A two-step verification method was removed from your ${site} account`,
    heading: "A two-step verification method was removed",
    paragraphs: [
      isLast
        ? `Signing in to your ${site} account no longer requires two-step verification.`
        : `Signing in to your ${site} account still requires two-step verification.`,
    ],
    action: action(undo),
    notes: ifNotYou(rest),
  })

export const factorsRemovedByAdministratorNotice = ({
  SITE_NAME: site,
  SUPPORT_EMAIL: support,
  ...rest
}: Site): EmailContent => ({
  subject: `Two-step verification was turned off for your ${site} account`,
  heading: "Two-step verification was turned off",
  paragraphs: [
    `An administrator of ${site} turned off two-step verification for your account, removed your recovery codes and signed out all devices.`,
    "Signing in no longer requires two-step verification. You can set it up again in your settings.",
  ],
  notes: [
    hasPasswordSignIn(rest)
      ? `If you didn't ask for this, reset your password now and write to ${support}.`
      : `If you didn't ask for this, write to ${support} now.`,
  ],
})

export const recoveryCodeUsedNotice = ({ SITE_NAME: site, ...rest }: Site, undo: string): EmailContent => ({
  subject: `A recovery code was used for your ${site} account`,
  heading: "A recovery code was used",
  paragraphs: [
    `Someone, hopefully you, signed in to your ${site} account with a recovery code. Two-step verification was turned off, your recovery codes were removed, and all other devices were signed out.`,
    "Signing in no longer requires two-step verification. You can set it up again in your settings.",
  ],
  action: action(undo),
  notes: ifNotYou(rest),
})

export const recoveryCodesMadeNotice = ({ SITE_NAME: site, ...rest }: Site, undo: string): EmailContent => ({
  subject: `New recovery codes for your ${site} account`,
  heading: "New recovery codes were created",
  paragraphs: [`New recovery codes were created for your ${site} account. Older ones no longer work.`],
  action: action(undo),
  notes: undoNotes(rest, "removes these codes and anything added since"),
})

/** @param openedBy how the session was opened in which they were entered */
export function wrongCodesNotice({ SITE_NAME: site, ...rest }: Site, openedBy: Caller["opened_by"]): EmailContent {
  const { heading, way, advice } = GUESSED[openedBy === "password" && !hasPasswordSignIn(rest) ? "passkey" : openedBy]
  return {
    subject: `Wrong codes were entered for your ${site} account`,
    heading,
    paragraphs: [
      `Someone tried to sign in to your ${site} account${way}, but entered wrong two-step verification codes several times. They didn't get in.`,
    ],
    notes: [`If this wasn't you, ${advice}`],
  }
}

const GUESSED: Record<Caller["opened_by"], { heading: string; way: string; advice: string }> = {
  password: {
    heading: "Someone may know your password",
    way: " with your password",
    advice: "reset your password now: someone else knows it.",
  },
  passkey: {
    heading: "Wrong codes were entered",
    way: "",
    advice: "sign out all other devices in your settings now.",
  },
  company: {
    heading: "Someone may be using your company login",
    way: " with your company login",
    advice:
      "tell your company now: someone else may be using your company login. Then sign out all other devices in your settings.",
  },
}
