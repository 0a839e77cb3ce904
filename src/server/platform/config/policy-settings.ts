// The settings that decide who gets in, and how (docs/operations.md).
import { FACTOR_RULES } from "../../../domain/account/policy.ts"
import { SIGN_UP_MODES } from "../../../domain/account/sign-up.ts"
import { companyLogin, shownCompanyLogin } from "./company-login-setting.ts"
import { domains, oneOf, waysIn } from "./config-checks.ts"

/** In the shape of `Setting` (settings.ts). */
export const POLICY_SETTINGS = {
  SIGN_UP: {
    doc: "Who can create an account: everyone (`open`), people with an invitation (`invite`), or no one (`closed`).",
    example: "open",
    read: oneOf(...SIGN_UP_MODES),
    shown: true,
  },
  SIGN_UP_DOMAINS: {
    doc: "Comma-separated email domains. If set, only people with these email domains can have an account, however they sign up, and sign-in emails can only be changed to these domains.",
    example: "example.com, example.org",
    read: domains,
    shown: true,
  },
  SIGN_IN: {
    doc: "The ways to sign in, comma-separated: `password`, `passkey`, `company` (needs `COMPANY_LOGIN`). If unset, all of them.",
    example: "password, passkey, company",
    read: waysIn,
    shown: true,
  },
  SECOND_FACTOR: {
    doc: "Who must use a second factor, after seven days to set it up: `administrators`, `moderators` (and administrators), `everyone`, or no one (`optional`).",
    example: "administrators",
    read: oneOf(...FACTOR_RULES),
    shown: true,
  },
  COMPANY_LOGIN: {
    doc: "Sign-in with a company's login (OpenID Connect): JSON that names one provider or several ([how](#company-login)). Easier to keep in a file: `COMPANY_LOGIN_FILE`.",
    example: '{"id": "company", "name": "Example Inc", "issuer": "https://id.example.com", …}',
    read: companyLogin,
    secret: true,
    summary: shownCompanyLogin,
  },
} as const
