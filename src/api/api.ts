// Every endpoint of the product outside the auth protocol (/auth/v1): the contract between server, browser and programs.
// The browser imports types only: the schemas would weigh more than its pages.
import { accountEndpoints, credentialEndpoints } from "./account.ts"
import { appPasswordEndpoints } from "./app-passwords.ts"
import { auditEndpoints } from "./audit.ts"
import { cardEndpoints } from "./cards.ts"
import { givenEndpoints } from "./given.ts"
import { insightEndpoints } from "./insights.ts"
import { moderationEndpoints } from "./moderation.ts"
import { operationsEndpoints } from "./operations.ts"
import { peopleEndpoints } from "./people.ts"
import { profileEndpoints } from "./profiles.ts"
import { invitationEndpoints, signUpEndpoints } from "./sign-up.ts"
import { userEndpoints } from "./users.ts"

export const SUBJECTS = {
  "Sign-up": signUpEndpoints,
  Account: accountEndpoints,
  "Proof of identity": credentialEndpoints,
  "App passwords": appPasswordEndpoints,
  Profiles: profileEndpoints,
  Cards: cardEndpoints,
  Insights: insightEndpoints,
  "People you have met": peopleEndpoints,
  "Leaving your details": givenEndpoints,
  Moderation: moderationEndpoints,
  Users: userEndpoints,
  Invitations: invitationEndpoints,
  "Audit log": auditEndpoints,
  Operations: operationsEndpoints,
}

export const API = {
  ...signUpEndpoints,
  ...accountEndpoints,
  ...credentialEndpoints,
  ...appPasswordEndpoints,
  ...profileEndpoints,
  ...cardEndpoints,
  ...insightEndpoints,
  ...peopleEndpoints,
  ...givenEndpoints,
  ...moderationEndpoints,
  ...userEndpoints,
  ...invitationEndpoints,
  ...auditEndpoints,
  ...operationsEndpoints,
}
export type Api = typeof API
export type EndpointKey = keyof Api
