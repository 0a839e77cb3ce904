// Emails to the owner of a profile that was taken from view, or given back.
import type { EmailContent } from "../../platform/mail/email-template.ts"

export const hiddenNotice = (site: string, support: string, origin: string): EmailContent => ({
  subject: `Your ${site} profile is hidden while we look at a report`,
  heading: "Your profile is hidden for now",
  paragraphs: [
    `Somebody reported your ${site} profile, and a moderator has hidden it while we look at it. Nobody but you can see it; your cards lead to nobody for the time being.`,
    "Nothing is deleted. You can sign in and edit your profile as usual; if something in it breaks the rules, please change it.",
  ],
  action: { label: "Read the rules", url: `${origin}/acceptable-use` },
  notes: [`We will write to you when it is restored. If you think this is a mistake, write to ${support}.`],
})

export const restoredNotice = (site: string, support: string, pageUrl: string): EmailContent => ({
  subject: `Your ${site} profile is back`,
  heading: "Your profile can be seen again",
  paragraphs: [
    "A moderator has looked at your profile and restored it. Your page and your cards work as before.",
    "Thank you for your patience.",
  ],
  action: { label: "Open your profile", url: pageUrl },
  notes: [`Questions? Write to ${support}.`],
})
