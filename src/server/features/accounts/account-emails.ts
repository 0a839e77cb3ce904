// The email about the end of an account: its owner may not be the one who asked for it.
import type { EmailContent } from "../../platform/mail/email-template.ts"

export const deactivatedNotice = (site: string, support: string, signInUrl: string, until: Date): EmailContent => ({
  subject: `Your ${site} account was deactivated`,
  heading: "Your account was deactivated",
  paragraphs: [
    `Your ${site} profile is hidden and all devices were signed out.`,
    `Sign in before ${until.toISOString().slice(0, 10)} to reactivate it with everything in it. On that day it will be deleted for good.`,
  ],
  action: { label: "Sign in to reactivate", url: signInUrl },
  notes: [`If it was not you, sign in, reactivate, change your password and write to ${support}.`],
})
