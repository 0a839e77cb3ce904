// The operator's policy on the screens: a way in that is switched off is nowhere, and everyone can read what is asked of them.
import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays } from "../../src/domain/time.ts"
import { passkeys, user_roles, users } from "../../src/server/platform/db/auth-schema.ts"
import { codeAt } from "../support/authenticator.ts"
import { launch, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { PASSWORD, signUpAndVerify } from "../support/people.ts"
import { openAs, signIn } from "../support/visitors.ts"

const COMPANY_LOGIN = JSON.stringify({
  id: "company",
  name: "Example Inc",
  issuer: "http://127.0.0.1:1",
  client_id: "meishi",
  domains: ["example.net"],
})

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

async function under(env: Record<string, string>, story: (page: Page, site: ListeningApp) => Promise<void>, look = {}) {
  const site = await listeningApp(env)
  await visit(browser, { origin: site.origin, ...look }, (page) => story(page, site))
  await site.close()
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
test("with the company alone, its button is all there is to sign in and to sign up", async () => {
  await under({ COMPANY_LOGIN, SIGN_IN: "company" }, async (page) => {
    for (const path of ["/login", "/signup"]) {
      await page.goto(path)
      await button(page, "Continue with Example Inc").waitFor()
      expect(await page.locator("main input").count()).toBe(0)
      expect(await button(page, "Forgot password?").count()).toBe(0)
      expect(await page.getByRole("button", { name: /passkey/ }).count()).toBe(0)
      expect(await faultsOf(page, path)).toEqual([])
    }
  })
})

test("without passkeys no one is offered any, and without passwords no one is asked for one", async () => {
  await under({ SIGN_IN: "password" }, async (page) => {
    for (const path of ["/login", "/signup"]) {
      await page.goto(path)
      await page.getByLabel("Email").waitFor()
      expect(await page.getByRole("button", { name: /passkey/ }).count()).toBe(0)
    }
  })
  await under({ SIGN_IN: "password" }, async (page, site) => {
    const { email, headers } = await signUpAndVerify(site)
    const post = async (path: string, body: object) =>
      (await site.app.request(path, { method: "POST", headers, body: JSON.stringify(body) })).json()
    const { id, totp } = await post("/auth/v1/factors", { factor_type: "totp" })
    const challenge = await post(`/auth/v1/factors/${id}/challenge`, {})
    const code = codeAt(totp.secret, site.services.clock())
    await post(`/auth/v1/factors/${id}/verify`, { challenge_id: challenge.id, code })
    await signIn(page, { email, password: PASSWORD })
    await button(page, "Use a recovery code").waitFor()
    expect(await button(page, "Use a passkey").count()).toBe(0)
  })
  await under({ SIGN_IN: "passkey" }, async (page, site) => {
    // Browsers make passkeys for names only.
    await page.goto(`${site.origin}/signup`)
    await page.getByText("This browser can't create passkeys here", { exact: true }).waitFor()
    // People on a phone are not told to open it there.
    expect(await page.getByText("Open this page in Safari, Chrome or Edge.").isVisible()).toBe(true)
    expect(await page.getByText("Open this page on your phone").isVisible()).toBe(false)
    expect(await page.locator("form input").count()).toBe(0)
    expect(await faultsOf(page, "sign-up by passkey")).toEqual([])
    await button(page, "Copy Link").click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.origin}/signup`)
  })
  await under(
    { SIGN_IN: "passkey" },
    async (page, site) => {
      await page.goto(`${site.origin}/signup`)
      await page.getByText("Open this page on your phone, or in Safari, Chrome or Edge.").waitFor()
      expect(await page.getByText("Open this page in Safari, Chrome or Edge.").isVisible()).toBe(false)
    },
    { width: 1280 },
  )
})

test("where everyone needs a second factor, the settings say so, by when, and what to do", async () => {
  await under({ SECOND_FACTOR: "everyone" }, async (page, site) => {
    const { email, user_id } = await signUpAndVerify(site, { username: "grace" })
    await openAs(page, { email, password: PASSWORD }, "/settings")
    await page.getByText(/^Your account needs two-step verification by \w+\s\d+,\s\d{4}$/).waitFor()
    await page.getByText("An authenticator app, a security key or a passkey is enough.").waitFor()
    expect(await faultsOf(page, "settings that ask for a second factor")).toEqual([])
    const made = { credential_id: "one", public_key: "", counter: 0, transports: "", backed_up: true }
    const named = { id: randomUUID(), friendly_name: "Phone", rp_id: "127.0.0.1", created_at: site.services.clock() }
    await site.services.database.db.insert(passkeys).values({ user_id, ...made, ...named })
    await page.reload()
    await page.getByText("Sign in with your passkey, or set up an authenticator app or a security key.").waitFor()
  })
})

test("where everyone needs a second factor by now, a new card says so, and leads to the settings", async () => {
  const story = async (page: Page, site: ListeningApp) => {
    const { email, user_id } = await signUpAndVerify(site, { username: "grace" })
    const { clock, cards, database } = site.services
    const second_factor_due_at = addDays(clock(), -1)
    await database.db.update(users).set({ second_factor_due_at }).where(eq(users.id, user_id))
    const card = await cards.generate(clock())
    await openAs(page, { email, password: PASSWORD }, `/card/${card}`)
    await page.getByText("Set up two-step verification first, then tap the card once more.").waitFor()
    expect(await faultsOf(page, "a card that needs a second factor", { widths: [320, 375, 1280] })).toEqual([])
    await page.getByRole("link", { name: "Set up two-step verification" }).click()
    await page.waitForURL("**/settings#security")
    await page.getByText("Your account needs two-step verification to continue").waitFor()
    expect((await cards.find(card))?.user_id).toBeNull()
  }
  await under({ SECOND_FACTOR: "everyone" }, story, { expected: [/status of 403/] })
})

test("administrators read the whole policy in one table on System Info", async () => {
  await under(
    { COMPANY_LOGIN, SIGN_UP_DOMAINS: "example.com, example.net", SECOND_FACTOR: "moderators" },
    async (page, site) => {
      const chief = await signUpAndVerify(site, { username: "ren" })
      await site.services.database.db.insert(user_roles).values({ user_id: chief.user_id, role: "admin" })
      await openAs(page, { email: chief.email, password: PASSWORD }, "/admin?tab=system")
      const rows = page.getByRole("row")
      await rows.filter({ hasText: "Who can sign up" }).waitFor()
      const said = await rows.evaluateAll((all) =>
        all.map((row) => [...row.children].map((cell) => cell.textContent).join(" | ")),
      )
      expect(said.slice(1)).toEqual([
        "Who can sign up | Everyone | SIGN_UP",
        "Email addresses | Only at example.com, example.net | SIGN_UP_DOMAINS",
        "Ways to sign in | Password, Passkey, Example Inc | SIGN_IN, COMPANY_LOGIN",
        "Must use Example Inc | People at example.net | COMPANY_LOGIN",
        "Two-step verification required for | Moderators and administrators, after 7 days | SECOND_FACTOR",
        "Sessions end after | 180 days, or 30 days of inactivity; 12 hours with Example Inc | SESSION_MAX_DAYS, COMPANY_LOGIN",
      ])
      expect(await faultsOf(page, "the policy")).toEqual([])
    },
  )
})
