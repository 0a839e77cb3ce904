// Rate limits: how many attempts, emails and reports are allowed. A budget is counted per network, account or address.
import { LOGOUT_TOKEN_S, PASSKEY_CHALLENGE_S, PROOF_S } from "./limits.ts"
import { GIVER_LINK_DAYS } from "./people/people-limits.ts"

/** How often something may be tried: `max` times within `windowS` seconds. */
export interface Budget {
  name: string
  max: number
  windowS: number
}

const MINUTE_S = 60
const HOUR_S = 3600

export const BUDGET = {
  /** wrong passwords for one account from one network; attempts from elsewhere do not count */
  signInPerNetwork: { name: "sign-in:account-network", max: 10, windowS: 5 * MINUTE_S },
  signInPerIp: { name: "sign-in:ip", max: 50, windowS: 5 * MINUTE_S },
  /** from everywhere together, except known devices; a reset starts it again */
  signInPerAccount: { name: "sign-in:account", max: 40, windowS: HOUR_S },
  /** the same, also across resets: two windows that touch allow 100 guesses in an hour, and never more */
  guessesPerAccount: { name: "guesses:account", max: 50, windowS: HOUR_S },
  /** by a device that has signed in to the account before, or a session that confirms its password */
  signInPerDevice: { name: "sign-in:device", max: 10, windowS: 5 * MINUTE_S },
  signInPerDeviceHourly: { name: "sign-in:device:hour", max: 30, windowS: HOUR_S },
  signUpPerIp: { name: "sign-up:ip", max: 20, windowS: HOUR_S },
  /** to one address, requested from one network, by one known device, or by one caller */
  mailPerAsker: { name: "mail:address-asker", max: 3, windowS: HOUR_S },
  /** further resets of one address while a link works: beyond it the answer stays the same, nothing is sent, and the link keeps working */
  mailPerAddress: { name: "mail:address", max: 10, windowS: HOUR_S },
  /** repeated confirmations to one address; separate from resets, so that neither uses up the other */
  resendPerAddress: { name: "resend:address", max: 10, windowS: HOUR_S },
  /** sign-ups from one network that replace the unconfirmed account of an address: each sends an email there */
  signUpPerAsker: { name: "sign-up:address-network", max: 5, windowS: HOUR_S },
  /** the same from everywhere: it takes twenty networks to keep the address from its owner */
  signUpPerAddress: { name: "sign-up:address", max: 100, windowS: HOUR_S },
  emailChangePerAddress: { name: "email-change:address", max: 10, windowS: HOUR_S },
  emailChangePerAccount: { name: "email-change:account", max: 5, windowS: HOUR_S },
  mailPerIp: { name: "mail:ip", max: 20, windowS: HOUR_S },
  availabilityPerIp: { name: "availability:ip", max: 60, windowS: 5 * MINUTE_S },
  linkPerIp: { name: "link:ip", max: 60, windowS: 5 * MINUTE_S },
  /** each of these two sends an email; administrators acting on others are not counted */
  deactivatePerAccount: { name: "deactivate:account", max: 10, windowS: HOUR_S },
  passwordChangePerAccount: { name: "password-change:account", max: 10, windowS: HOUR_S },
  factorPerNetwork: { name: "factor:account-network", max: 5, windowS: 5 * MINUTE_S },
  /** a code is one of a million, three of which are right for each app: 50 a day find it once in 18 years */
  factorPerAccountDaily: { name: "factor:account:day", max: 50, windowS: 24 * HOUR_S },
  factorPerDevice: { name: "factor:device", max: 5, windowS: 5 * MINUTE_S },
  factorPerDeviceDaily: { name: "factor:device:day", max: 50, windowS: 24 * HOUR_S },
  wrongCodesNoticePerAccount: { name: "wrong-codes-notice:account", max: 1, windowS: 24 * HOUR_S },
  /** a code cannot be found by trying, so there is no limit for all networks together, which strangers could use up */
  recoveryCodePerNetwork: { name: "recovery-code:account-network", max: 5, windowS: 5 * MINUTE_S },
  /** wrong app passwords. Right ones do not count, and none can be found by trying, so there is no limit for all networks together */
  appPasswordPerNetwork: { name: "app-password:account-network", max: 20, windowS: 5 * MINUTE_S },
  appPasswordPerIp: { name: "app-password:ip", max: 50, windowS: 5 * MINUTE_S },
  appPasswordChangesPerAccount: { name: "app-password-change:account", max: 20, windowS: HOUR_S },
  /** how often a new password resets the account's attempts: access to the mailbox must not allow more codes */
  freshStartPerAccount: { name: "fresh-start:account", max: 3, windowS: 24 * HOUR_S },
  factorChangesPerAccount: { name: "factor-change:account", max: 20, windowS: HOUR_S },
  /** pages that offer a passkey ask for a challenge as they open; nothing is stored for it */
  passkeyChallengePerIp: { name: "passkey-challenge:ip", max: 300, windowS: 5 * MINUTE_S },
  /** no challenge counts twice; longer than its validity, since clocks differ */
  samePasskeyChallenge: { name: "passkey-challenge:same", max: 1, windowS: 2 * PASSKEY_CHALLENGE_S },
  /** visits to a provider and back, of everyone behind one address: an office begins its day */
  companyLoginPerIp: { name: "company-login:ip", max: 300, windowS: 5 * MINUTE_S },
  /** a provider may sign a whole company out */
  providerLogoutPerIp: { name: "provider-logout:ip", max: 3000, windowS: 5 * MINUTE_S },
  /** no sign-out counts twice; longer than its validity, since clocks differ */
  sameLogoutToken: { name: "provider-logout:same", max: 1, windowS: 4 * LOGOUT_TOKEN_S },
  copiedPasskeyNoticePerAccount: { name: "copied-passkey-notice:account", max: 1, windowS: 24 * HOUR_S },
  cardLookupPerIp: { name: "card-lookup:ip", max: 120, windowS: 5 * MINUTE_S },
  /** beyond it a tap still leads to the profile, but is not counted */
  tapPerIp: { name: "tap:ip", max: 120, windowS: 5 * MINUTE_S },
  givenPerIp: { name: "given:ip", max: 30, windowS: HOUR_S },
  /** refusals that show the form again: a flood gets a line of text */
  givenRefusedPerIp: { name: "given-refused:ip", max: 10, windowS: HOUR_S },
  /** what strangers can put into one owner's address book in a day */
  givenPerProfile: { name: "given:profile", max: 100, windowS: 24 * HOUR_S },
  givenPerAccount: { name: "given:account", max: 100, windowS: 24 * HOUR_S },
  /** to one address, no matter who typed it and on which page */
  giverEmail: { name: "giver:email", max: 1, windowS: GIVER_LINK_DAYS * 24 * HOUR_S },
  /** to one mailbox, which can be spelled in endless ways */
  giverMailbox: { name: "giver:mailbox", max: 3, windowS: GIVER_LINK_DAYS * 24 * HOUR_S },
  giverLinkPerIp: { name: "giver-link:ip", max: 60, windowS: 5 * MINUTE_S },
  reportPerIp: { name: "report:ip", max: 10, windowS: HOUR_S },
  /** beyond it a report is not stored: the profile is in the queue already, and the sender does not learn that */
  reportPerProfile: { name: "report:profile", max: 20, windowS: HOUR_S },
  /** counted in each process's memory: a page view is not worth a write */
  visitPerIp: { name: "visit:ip", max: 120, windowS: 5 * MINUTE_S },
  invitationPerAccount: { name: "invitation:account", max: 200, windowS: HOUR_S },
  /** of a whole site, for each purpose: beyond it a proof of work is required */
  quiet: { name: "proof:quiet", max: 150, windowS: 10 * MINUTE_S },
  /** proofs of a whole site, for each purpose: each of the three that is used up doubles the time of the next proofs */
  proofs: { name: "proof:1", max: 100, windowS: 10 * MINUTE_S },
  moreProofs: { name: "proof:2", max: 100, windowS: 10 * MINUTE_S },
  mostProofs: { name: "proof:3", max: 100, windowS: 10 * MINUTE_S },
  /** no proof counts twice; longer than its validity, since clocks differ */
  sameProof: { name: "proof:same", max: 1, windowS: 2 * PROOF_S },
  /** further profiles that one account creates: deleting one frees its address for others */
  profilePerAccount: { name: "profile:account", max: 10, windowS: 24 * HOUR_S },
  /** archives of other people's data that one administrator makes: each sends an email */
  dataRequestPerAccount: { name: "data-request:account", max: 20, windowS: HOUR_S },
  /** changes of many cards at once, each of up to CARD_BATCH_MAX */
  cardChangesPerAccount: { name: "card-changes:account", max: 60, windowS: HOUR_S },
  exportPerAccount: { name: "export:account", max: 5, windowS: HOUR_S },
  /** people added by hand or by a code; shared with nothing else */
  personPerAccount: { name: "person:account", max: 600, windowS: HOUR_S },
  /** parts of imported files: the largest address book fits */
  peopleImportPerAccount: { name: "people-import:account", max: 1000, windowS: HOUR_S },
  /** merges, and changes of tags, each of up to PEOPLE_SELECTED_MAX people */
  peopleChangesPerAccount: { name: "people-changes:account", max: 600, windowS: HOUR_S },
  peopleExportPerAccount: { name: "people-export:account", max: 30, windowS: HOUR_S },
} as const satisfies Record<string, Budget>
