// Company login through the official client, unmodified, and a real provider (oidc-provider).
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { ORIGIN, type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { companyClient } from "../../../../../tests/support/company-client.ts"
import { type OpenIdProvider, openIdProvider } from "../../../../../tests/support/open-id-provider.ts"
import { underPolicy } from "../../../../../tests/support/policy.ts"

const ADA = {
  sub: "ada",
  email: "Ada@example.com",
  email_verified: true,
  name: "Ada Lovelace",
  preferred_username: "Ada.Lovelace",
}

let company: OpenIdProvider
let site: TestApp
beforeAll(async () => {
  company = await openIdProvider([`${ORIGIN}/auth/v1/callback`])
  site = await testApp({ COMPANY_LOGIN: JSON.stringify(company.setting()) })
  company.people.set("ada", ADA)
})
afterAll(async () => {
  await site.close()
  await company.close()
})
beforeEach(() => site.advance(Date.now() - site.services.clock().getTime()))

test("a person signs in for the first time, gets an account with a profile, and signs in to it again", async () => {
  const { data, error } = await companyClient(site).signIn(company, "ada")
  expect(error).toBeNull()
  expect(data.user?.email).toBe("ada@example.com")
  const profile = await (await site.app.request("/api/profiles/ada-lovelace")).json()
  expect(profile.profile.full_name).toBe("Ada Lovelace")
  const browser = companyClient(site)
  const again = await browser.signIn(company, "ada")
  expect(again.data.user?.id).toBe(data.user?.id)
  const claims = (await browser.client.getClaims()).data?.claims
  expect([claims?.aal, claims?.amr?.[0]]).toMatchObject(["aal1", { method: "oauth" }])
})

test("the profile of a new account is shown at once, even if its address was opened before", async () => {
  company.people.set("early", { ...ADA, sub: "early", email: "early@example.com", preferred_username: "early-bird" })
  const visit = async () => (await site.app.request("/early-bird")).status
  expect([await visit(), await visit()]).toEqual([404, 404])
  expect((await companyClient(site).signIn(company, "early")).error).toBeNull()
  expect(await visit()).toBe(200)
})

test("new keys of the provider count, a minute after its keys were last asked for", async () => {
  await company.rotate()
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 })
  try {
    site.advance(Date.now() - site.services.clock().getTime())
    expect((await companyClient(site).signIn(company, "ada")).error).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test("a session at the provider needs no password there; a proof of identity does, and only the same person gives it", async () => {
  const browser = companyClient(site)
  await browser.signIn(company, "ada")
  const session = (await browser.client.getSession()).data.session
  const headers = { authorization: `Bearer ${session?.access_token}` }
  const { identities } = await (await site.app.request("/auth/v1/user/identities", { headers })).json()
  const remove = ({ app } = site) =>
    app.request(`/auth/v1/user/identities/${identities[0].id}`, { method: "DELETE", headers })
  expect(await (await remove()).json()).toMatchObject({ code: "reauthentication_needed", methods: ["company"] })

  const prove = async (sub: string) => {
    const answer = await browser.fetch(
      `${ORIGIN}/auth/v1/user/identities/authorize?provider=company&purpose=proof&redirect_to=/settings`,
      { headers },
    )
    const { url } = await answer.json()
    expect(new URL(url).searchParams.get("prompt")).toBe("login")
    const cookies = sub === "ada" ? browser.companyCookies : new Map<string, string>()
    return browser.arrive(await company.visit(url, sub, cookies))
  }
  company.people.set("eve", { sub: "eve" })
  expect((await prove("eve")).searchParams.get("error_code")).toBe("company_login_other_person")
  expect((await (await remove()).json()).code).toBe("reauthentication_needed")
  expect((await prove("ada")).href).toBe(`${ORIGIN}/settings?company_login=proved`)
  expect((await (await remove()).json()).code).toBe("single_identity_not_deletable")
  const withoutPasswords = underPolicy(site, { SIGN_IN: ["company"] })
  expect((await (await remove(withoutPasswords)).json()).message).toBe(
    "This company login is your only way to sign in.",
  )
})

test("while the provider is away, people read that, and nothing breaks", async () => {
  const fresh = await testApp({ COMPANY_LOGIN: JSON.stringify(company.setting()) })
  company.goAway()
  const page = await companyClient(fresh)
    .leave()
    .then((address) => new URL(address))
  expect([page.pathname, page.searchParams.get("error_code")]).toEqual(["/login", "company_login_unavailable"])
  company.comeBack()
  fresh.advance(Date.now() - fresh.services.clock().getTime())
  expect((await companyClient(fresh).signIn(company, "ada")).error).toBeNull()
  await fresh.close()
})

test("the operator sees the providers in the settings, without their secrets", async () => {
  const { shownSettings } = await import("../../../platform/config/config.ts")
  const shown = shownSettings(site.services.config).find(({ name }) => name === "COMPANY_LOGIN")
  expect(shown?.value).toBe(
    `Example Inc (${company.issuer}): for everyone; creates accounts; gives no roles; sign-in required again after 12 hours`,
  )
})
