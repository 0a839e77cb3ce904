// What `/settings` tells a client of the auth protocol: sign-up by address and password, and a second factor.
import type { SignUpMode } from "../../../../domain/account/sign-up.ts"

const OFF = [
  "anonymous_users apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin",
  "linkedin_oidc notion phone slack slack_oidc snapchat spotify twitch twitter workos x zoom",
].flatMap((line) => line.split(" "))

/** With invitations the protocol says "disabled", too: nobody can sign up just so. */
export const settingsBody = (mode: SignUpMode) => ({
  external: { email: true, ...Object.fromEntries(OFF.map((name) => [name, false])) },
  disable_signup: mode !== "open",
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: "",
  saml_enabled: false,
  mfa_enabled: true,
})
