// The emails about accounts. They contain nothing that was typed: anyone can sign up with someone else's address.
import type { SecurityEvent } from "../../../../domain/account/security-event.ts"
import {
  EMAIL_CHANGE_LINK_HOURS,
  RECOVERY_LINK_MINUTES,
  SIGNUP_LINK_HOURS,
  UNDO_LINK_DAYS,
} from "../../../../domain/limits.ts"
import type { Config } from "../../../platform/config/config.ts"
import type { EmailContent } from "../../../platform/mail/email-template.ts"

export type Site = Pick<Config, "SITE_NAME" | "SUPPORT_EMAIL" | "SIGN_IN">

/** Whether a password is a way in, so that advice may name it. */
export const hasPasswordSignIn = ({ SIGN_IN }: Pick<Site, "SIGN_IN">): boolean => SIGN_IN.includes("password")

export const verifyEmail = ({ SITE_NAME: site, ...rest }: Site, url: string): EmailContent => ({
  subject: `Confirm your email for ${site}`,
  heading: "Confirm your email",
  paragraphs: [`Welcome to ${site}. Confirm your address and your account is ready.`],
  action: { label: "Confirm email", url },
  notes: [
    `The link works once and expires in ${SIGNUP_LINK_HOURS} hours.`,
    `If you open it on a different device, you'll be asked for your ${hasPasswordSignIn(rest) ? "password or passkey" : "passkey"}.`,
    `If you didn't create an account at ${site}, ignore this email, or open the link and choose “I didn't sign up.”`,
  ],
})

export const recoveryEmail = ({ SITE_NAME: site }: Site, url: string): EmailContent => ({
  subject: `Reset your ${site} password`,
  heading: "Reset your password",
  paragraphs: ["Someone, hopefully you, asked for a new password for this account. Choose one here:"],
  action: { label: "Choose a new password", url },
  notes: [
    `The link works for ${RECOVERY_LINK_MINUTES} minutes, or until you set a new password.`,
    "If this wasn't you, ignore this email. Your password won't change.",
  ],
})

export const emailChangeEmail = ({ SITE_NAME: site }: Site, url: string): EmailContent => ({
  subject: `Confirm your new email for ${site}`,
  heading: "Confirm your new email",
  paragraphs: [`Confirm to sign in to ${site} with this address.`],
  action: { label: "Confirm new email", url },
  notes: [
    `The link works once and expires in ${EMAIL_CHANGE_LINK_HOURS} hours. Until you confirm, your old address stays in use.`,
    "If this wasn't you, ignore this email, or open the link and choose “I didn't ask for this.”",
  ],
})

const UNDO = "Undo this change"

/**
 * Where no one signs in with a password, the button lets no one choose one.
 * @param undoes what the button does to the change @param restores what it cannot bring back, if anything
 */
export const undoNotes = (site: Pick<Site, "SIGN_IN">, undoes = "undoes the change", restores = ""): string[] => [
  `If this wasn't you, use the button above. It ${hasPasswordSignIn(site) ? `${undoes}, signs out all devices and lets you choose a new password` : `signs out all devices and ${undoes}`}. It works for ${UNDO_LINK_DAYS} days.${restores}`,
]

export const emailChangeNotice = ({ SITE_NAME: site, SUPPORT_EMAIL: support, ...rest }: Site): EmailContent => ({
  subject: `Your ${site} sign-in email is about to change`,
  heading: "A new sign-in email was requested",
  paragraphs: [
    `Someone who is signed in to your ${site} account asked to change its sign-in email. The change happens once the new address is confirmed.`,
  ],
  notes: [
    `If this wasn't you, ${hasPasswordSignIn(rest) ? "change your password now" : "cancel the change in your settings now, sign out all other devices there"} and write to ${support}.`,
  ],
})

export const emailChangedNotice = ({ SITE_NAME: site, ...rest }: Site, undo: string): EmailContent => ({
  subject: `Your ${site} sign-in email was changed`,
  heading: "Your sign-in email was changed",
  paragraphs: [
    `A new sign-in email was confirmed for your ${site} account, so this address no longer works for signing in.`,
  ],
  action: { label: UNDO, url: undo },
  notes: undoNotes(rest),
})

/** @param removed how many: a reset removes new ones @param isFirst the account had no password before */
export const passwordChangedNotice =
  ({ passkeys, logins }: { passkeys: number; logins: number }, isFirst: boolean) =>
  ({ SITE_NAME: site, ...rest }: Site, undo: string): EmailContent => ({
    subject: isFirst ? `Your ${site} account now has a password` : `Your ${site} password was changed`,
    heading: isFirst ? "A password was set" : "Your password was changed",
    paragraphs: [
      isFirst
        ? `A password was just set for your ${site} account, and all other devices were signed out.`
        : `Your ${site} password was just changed, and all other devices were signed out.`,
      ...(passkeys === 0
        ? []
        : [`Passkeys added in the last ${UNDO_LINK_DAYS} days were removed. Add yours again in your settings.`]),
      ...(logins === 0
        ? []
        : [
            `Company logins connected in the last ${UNDO_LINK_DAYS} days were disconnected. Connect yours again in your settings.`,
          ]),
    ],
    action: { label: UNDO, url: undo },
    notes: undoNotes(rest),
  })

export const passwordRemovedNotice = ({ SITE_NAME: site, ...rest }: Site, undo: string): EmailContent => ({
  subject: `Your ${site} password was removed`,
  heading: "Your password was removed",
  paragraphs: [
    `From now on, you can only sign in to your ${site} account with a passkey. All other devices were signed out.`,
    ...(hasPasswordSignIn(rest)
      ? ["If you lose your passkeys, choose “Forgot password?” on the login page to set a new password."]
      : []),
  ],
  action: { label: UNDO, url: undo },
  notes: undoNotes(rest),
})

/** Sign-ins whose passkey or company login keeps working after the button: it may be older than the sign-in and the owner's own. */
const LEFT: Partial<Record<SecurityEvent, { by: string; advice: string }>> = {
  signed_in_with_passkey: {
    by: "a passkey",
    advice: "If someone else has your passkey, remove it in your settings as well.",
  },
  signed_in_with_company_login: {
    by: "a company login",
    advice: "If someone else is using your company login, tell your company as well.",
  },
}

/** @param device such as "Chrome on Android" @param place empty when it is not known @param event the sign-in */
export const newDeviceNotice =
  ({ device, place, at, event }: { device: string; place: string; at: Date; event: SecurityEvent }) =>
  ({ SITE_NAME: site, ...rest }: Site, undo: string): EmailContent => ({
    subject: `New sign-in to your ${site} account`,
    heading: "New sign-in",
    paragraphs: [
      `Someone signed in to your ${site} account on a new device.`,
      [
        `Device: ${device}`,
        `Time: ${TIME.format(at)}`,
        ...(place === "" ? [] : [`Location: ${place}`]),
        ...(LEFT[event] === undefined ? [] : [`Method: ${LEFT[event].by}`]),
      ].join(". "),
      "If this was you, there's nothing to do.",
    ],
    action: { label: "This wasn't me", url: undo },
    notes: [
      `The button signs out all devices${hasPasswordSignIn(rest) ? " and lets you choose a new password" : ""}. It works for ${UNDO_LINK_DAYS} days.`,
      ...(LEFT[event] === undefined ? [] : [LEFT[event].advice]),
    ],
  })

const TIME = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long", timeStyle: "long" })

export const changeUndoneNotice = ({ SITE_NAME: site, SUPPORT_EMAIL: support }: Site): EmailContent => ({
  subject: `A change to your ${site} account was undone`,
  heading: "This address no longer works for signing in",
  paragraphs: [
    `The previous sign-in email of a ${site} account was restored using a link we sent to it. This address is no longer the account's sign-in email, and all devices were signed out.`,
  ],
  notes: [`If the account is yours, write to ${support}.`],
})
