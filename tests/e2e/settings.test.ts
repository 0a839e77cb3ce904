// The account's own settings (specification sections 2, 5 and 8), and what else they offer.
import { readFile } from "node:fs/promises"
import { unzipSync } from "fflate"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, refused, visit } from "../support/browser.ts"
import { faultsOf } from "../support/looks.ts"
import { LOST, loseAnswer } from "../support/lost-answer.ts"
import { newMember, openSettings, settingsCard } from "../support/settings-page.ts"
import { startSite } from "../support/site.ts"
import { linkIn, type TestServer } from "../support/test-server.ts"
import { openAs, toast } from "../support/visitors.ts"

const NEW_PASSWORD = "another calm passphrase"
let server: TestServer
let browser: Browser

beforeAll(async () => {
  server = await startSite()
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const member = (username: string) => newMember(server, username)

async function changePassword(page: Page, current: string, next: string, again = next): Promise<void> {
  const passwords = settingsCard(page, "Password Settings")
  await passwords.getByLabel("Current Password").fill(current)
  await passwords.getByLabel("New Password", { exact: true }).fill(next)
  await passwords.getByLabel("Confirm New Password").fill(again)
  await passwords.getByRole("button", { name: "Update Password" }).click()
}

async function changeEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel("New Sign-in Email").fill(email)
  await page.getByRole("button", { name: "Update Email" }).click()
}

test("all cards are on one page under 'Account Settings', in groups, and what cannot be undone comes last", async () => {
  const mika = await member("mika")
  for (const width of [320, 375, 1280])
    await visit(browser, { origin: server.origin, width }, async (page) => {
      await openSettings(page, mika)
      await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("Account Settings")
      await expect
        .poll(() => page.locator("main h2").allTextContents())
        .toEqual([
          "My Personal Link",
          "Insights",
          "My Cards",
          "People You Meet",
          "Sign-in Email Settings",
          "Password Settings",
          "Passkeys",
          "Two-step Verification",
          "Sessions",
          "Security Log",
          "Email Notifications",
          "Contacts Sync",
          "Your Data",
          "Deactivate Account",
        ])
      const groups = page.getByRole("navigation", { name: "Settings" }).getByRole("link")
      await expect
        .poll(() => groups.allTextContents())
        .toEqual(["Card", "Sign-in", "Security", "Notifications", "Data"])
      // None of the names is broken into two lines.
      for (const group of await groups.all()) expect((await group.boundingBox())?.height).toBe(44)
      await groups.filter({ hasText: "Security" }).click()
      await page.waitForURL("**/settings#security")
      const topOf = () =>
        page.getByRole("group", { name: "Security" }).evaluate((group) => group.getBoundingClientRect().top)
      await expect.poll(topOf).toBeLessThan(130)
      await expect.poll(() => groups.filter({ hasText: "Security" }).getAttribute("aria-current")).toBe("true")
      // The way to the other groups stays in view.
      expect(await groups.first().evaluate((group) => group.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
    })
})

test("a link to a group shows that group", async () => {
  const ume = await member("ume")
  await visit(browser, { origin: server.origin }, async (page) => {
    await openAs(page, ume, "/settings#data")
    const data = page.getByRole("group", { name: "Data" })
    await expect.poll(() => data.evaluate((group) => Math.round(group.getBoundingClientRect().top))).toBeLessThan(130)
    expect(await page.evaluate("scrollY")).toBeGreaterThan(500)
  })
})

test("a window that gets wider marks the group that is in view then", async () => {
  const umi = await member("umi")
  await visit(browser, { origin: server.origin }, async (page) => {
    await openAs(page, umi, "/settings#security")
    const current = page.getByRole("navigation", { name: "Settings" }).locator("[aria-current=true]")
    await settingsCard(page, "Security Log").getByText("just now").first().waitFor()
    // Just below the third of the screen that decides.
    await page
      .getByRole("group", { name: "Notifications" })
      .evaluate((group) => scrollBy(0, group.getBoundingClientRect().top - innerHeight / 3 - 40))
    await expect.poll(() => current.textContent()).toBe("Security")
    // The cards above get shorter, so the next group moves into view.
    await page.setViewportSize({ width: 1280, height: 812 })
    const inView = () =>
      page.getByRole("group").evaluateAll((groups) => {
        const passed = groups.filter((group) => group.getBoundingClientRect().top < innerHeight / 3)
        return passed.at(-1)?.getAttribute("aria-label") ?? ""
      })
    await expect.poll(inView).not.toBe("Security")
    await expect.poll(() => current.textContent()).toBe(await inView())
  })
})

test("the group in view is marked, also when a card that was loaded moves it", async () => {
  const aki = await member("aki")
  await visit(browser, { origin: server.origin, width: 1280 }, async (page) => {
    await page.setViewportSize({ width: 1280, height: 1200 })
    const loaded = Promise.withResolvers<void>()
    const events = ["Safari", "Firefox", "Opera", "Edge", "Chrome"].map((device, id) => ({
      id: String(id),
      event: "signed_in",
      device,
      at: new Date().toISOString(),
    }))
    await page.route("**/api/account/security-events", async (route) => {
      await loaded.promise
      await route.fulfill({ json: { events } })
    })
    await openAs(page, aki, "/settings#security")
    const current = page.getByRole("navigation", { name: "Settings" }).locator("[aria-current=true]")
    await settingsCard(page, "Sessions").getByText("This device").waitFor()
    // Just above the third of the screen that decides.
    await page
      .getByRole("group", { name: "Notifications" })
      .evaluate((group) => scrollBy(0, group.getBoundingClientRect().top - innerHeight / 3 + 20))
    await expect.poll(() => current.textContent()).toBe("Notifications")
    loaded.resolve()
    await settingsCard(page, "Security Log").getByText("Chrome").waitFor()
    await expect.poll(() => current.textContent()).toBe("Security")
  })
})

test("what is chosen about people and about emails is saved one card at a time, and the other card's choice stays", async () => {
  const nao = await member("nao")
  await visit(browser, { origin: server.origin }, async (page) => {
    await openSettings(page, nao)
    const emails = settingsCard(page, "Email Notifications")
    await emails.getByLabel("When people leave their info").selectOption("Never")
    const people = settingsCard(page, "People You Meet")
    await people.getByLabel("Today I'm at").fill("Spring Fair")
    await people.getByLabel("Keep visitors' details").selectOption("30 days")
    await people.getByRole("button", { name: "Save" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Save" }).click()
    await toast(page, "Saved")
    // What the other card had not saved is not saved with it.
    await page.reload()
    await expect.poll(() => emails.getByLabel("When people leave their info").inputValue()).toBe("daily")
    await emails.getByLabel("When people leave their info").selectOption("Never")
    await emails.getByRole("button", { name: "Save" }).click()
    await toast(page, "Notifications saved")
    await page.reload()
    await expect.poll(() => emails.getByLabel("When people leave their info").inputValue()).toBe("off")
    await expect.poll(() => people.getByLabel("Today I'm at").inputValue()).toBe("Spring Fair")
    await expect.poll(() => people.getByLabel("Keep visitors' details").inputValue()).toBe("30")
  })
})

test("keeping visitors' details for a shorter time asks first, because older ones are deleted; a longer time does not", async () => {
  const ryo = await member("ryo")
  await visit(browser, { origin: server.origin }, async (page) => {
    await openSettings(page, ryo)
    const people = settingsCard(page, "People You Meet")
    const days = people.getByLabel("Keep visitors' details")
    const save = people.getByRole("button", { name: "Save" })
    const question = page.getByRole("alertdialog", { name: "Keep visitors' details for 1 year?" })
    await days.selectOption("1 year")
    await save.click()
    await question.getByText("will be permanently deleted").waitFor()
    await question.getByRole("button", { name: "Cancel" }).click()
    await page.reload()
    await expect.poll(() => days.inputValue()).toBe("0")
    await days.selectOption("1 year")
    await save.click()
    await question.getByRole("button", { name: "Save" }).click()
    await toast(page, "Saved")
    await days.selectOption("3 years")
    // The toast of the save before may still be there.
    const stored = page.waitForResponse((answer) => answer.request().method() === "PUT")
    await save.click()
    expect((await stored).status()).toBe(200)
    expect(await question.count()).toBe(0)
    await page.reload()
    await expect.poll(() => days.inputValue()).toBe("1095")
  })
})

test("a new password needs the current one, and signs out every other device", async () => {
  const sora = await member("sora")
  await visit(browser, { origin: server.origin, expected: [refused(400, "/auth/v1/user")] }, async (page) => {
    await openSettings(page, sora)
    await visit(browser, { origin: server.origin, expected: [/status of 401/] }, async (phone) => {
      await openSettings(phone, sora)
      await changePassword(page, "not the right one", NEW_PASSWORD)
      await toast(page, "Error updating password")
      const field = settingsCard(page, "Password Settings").getByLabel("Current Password")
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true")
      await settingsCard(page, "Password Settings")
        .getByText("Current password is incorrect", { exact: true })
        .waitFor()
      await changePassword(page, sora.password, NEW_PASSWORD)
      await toast(page, "Password updated")
      expect(await field.inputValue()).toBe("")
      await phone.reload()
      await phone.waitForURL("**/login?*")
    })
    await page.reload()
    await settingsCard(page, "My Personal Link").getByRole("link", { name: "Show my QR code" }).waitFor()
  })
  expect((await server.mailTo(sora.email, 1)).subject).toContain("password was changed")
})

test("a new password whose answer is lost may already work, and the page says so", async () => {
  const haru = await member("haru")
  await visit(browser, { origin: server.origin, expected: [LOST] }, async (page) => {
    await openSettings(page, haru)
    await loseAnswer(page, "**/auth/v1/user", "PUT")
    await changePassword(page, haru.password, NEW_PASSWORD)
    await toast(page, "Error updating password")
    await page.getByText("If your current password no longer works, the new one does.").first().waitFor()
    await changePassword(page, NEW_PASSWORD, "yet another passphrase")
    await toast(page, "Password updated")
  })
})

test("the rules of the password form answer before anything is sent", async () => {
  const ren = await member("ren")
  await visit(browser, { origin: server.origin }, async (page) => {
    await openSettings(page, ren)
    const passwords = settingsCard(page, "Password Settings")
    await changePassword(page, "", "12345", "12")
    for (const sentence of [
      "Current password is required",
      "Password must be at least 6 characters",
      "Please confirm your new password",
    ])
      await passwords.getByText(sentence, { exact: true }).waitFor()
    await changePassword(page, ren.password, "vq7#xk2", "vq7#xk2")
    await passwords.getByText("Password must be at least 8 characters", { exact: true }).waitFor()
    await changePassword(page, ren.password, "123456789", "987654321")
    await passwords.getByText("Passwords don't match", { exact: true }).waitFor()
  })
})

test("a new sign-in email counts once it is confirmed, and the contact email stays", async () => {
  const yui = await member("yui")
  await visit(browser, { origin: server.origin }, async (page) => {
    await openSettings(page, yui)
    await changeEmail(page, "yui@")
    await page.getByText("Please enter a valid email address", { exact: true }).waitFor()
    await changeEmail(page, "YUI@example.com")
    await page.getByText("This is already your sign-in email.").waitFor()
    await changeEmail(page, "yui.new@example.com")
    await toast(page, "Email updated")
    await toast(page, "We've sent a confirmation to your new email address.")
    await page.getByText("Waiting for you to confirm yui.new@example.com").waitFor()
    expect((await server.mailTo(yui.email, 1)).subject).toContain("about to change")
    const link = linkIn(await server.mailTo("yui.new@example.com"), "/verify-email")

    const other = await page.context().newPage()
    await other.goto(link)
    await other.getByText("Your new sign-in email is confirmed").waitFor()
    await toast(other, "Sign-in email updated")
    await other.waitForURL("**/settings")
    // The page left open hears of it too.
    for (const open of [other, page]) {
      await settingsCard(open, "Sign-in Email Settings").getByText("yui.new@example.com", { exact: true }).waitFor()
      await open.getByText("Waiting for you to confirm").waitFor({ state: "detached" })
    }
    const me = await page.evaluate(async () => {
      const { access_token } = JSON.parse(localStorage.getItem("meishi-session") ?? "{}")
      return (await fetch("/api/me", { headers: { authorization: `Bearer ${access_token}` } })).json()
    })
    expect([me.profile.email, me.profile.signin_email]).toEqual(["", "yui.new@example.com"])
  })
})

test("a new sign-in email waits on the server: its notice survives a reload, resends, cancels, and says why a link died", async () => {
  const sena = await member("sena")
  await visit(browser, { origin: server.origin }, async (page) => {
    await openSettings(page, sena)
    await changeEmail(page, "sena.new@example.com")
    await page.getByText("Waiting for you to confirm sena.new@example.com").waitFor()
    await page.reload()
    const card = settingsCard(page, "Sign-in Email Settings")
    await card.getByText("Waiting for you to confirm sena.new@example.com").waitFor()
    await card.getByRole("button", { name: "Send the email again" }).click()
    await toast(page, "Email sent again")
    await server.mailTo("sena.new@example.com", 1)
    await card.getByRole("button", { name: "Cancel change" }).click()
    await card.getByText("Waiting for you to confirm").waitFor({ state: "detached" })
    await toast(page, "Change canceled")

    await changeEmail(page, "sena.newer@example.com")
    await card.getByText("Waiting for you to confirm sena.newer@example.com").waitFor()
    await changePassword(page, sena.password, "another calm passphrase", "another calm passphrase")
    await card.getByText("You changed your password after requesting this change", { exact: false }).waitFor()
    expect(await card.getByText("Waiting for you to confirm").count()).toBe(0)
  })
})

test("asking again for a change that was canceled in another tab says that it no longer waits, and sends nothing", async () => {
  const toki = await member("toki")
  await visit(browser, { origin: server.origin }, async (page) => {
    await openSettings(page, toki)
    await changeEmail(page, "toki.new@example.com")
    await server.mailTo("toki.new@example.com")
    const card = settingsCard(page, "Sign-in Email Settings")
    await card.getByText("Waiting for you to confirm toki.new@example.com").waitFor()
    const other = await page.context().newPage()
    await other.goto("/settings")
    await settingsCard(other, "Sign-in Email Settings").getByRole("button", { name: "Cancel change" }).click()
    await toast(other, "Change canceled")
    await card.getByRole("button", { name: "Send the email again" }).click()
    await toast(page, "This change is no longer pending.")
    await card.getByText("Waiting for you to confirm").waitFor({ state: "detached" })
    expect(await page.getByText("Email sent again").count()).toBe(0)
  })
})

test("an address that is taken is reported, beside the field too", async () => {
  const [hina] = await Promise.all([member("hina"), member("kai")])
  const expected = [/status of 4(09|22).*auth\/v1\/user/]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    await openSettings(page, hina)
    await changeEmail(page, "kai@example.com")
    await toast(page, "Error updating sign-in email")
    await settingsCard(page, "Sign-in Email Settings")
      .getByText("An account with this email address already exists.")
      .waitFor()
  })
})

test("an expired link for a new address has a message of its own", async () => {
  const expected = [refused(403, "/auth/v1/verify")]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    await page.goto("/verify-email#token_hash=nothing&type=email_change")
    await page.getByText("We couldn't confirm your new sign-in email").waitFor()
    // The link may have been used before: then the address has changed.
    await page.getByText("If you've already confirmed the new address, sign in with it.", { exact: false }).waitFor()
    await toast(page, "Error updating email")
    await page.getByRole("link", { name: "Go to Login" }).waitFor()
    expect(await page.getByRole("button", { name: "Send the email again" }).count()).toBe(0)
  })
})

test("the user's own data comes as a zip", async () => {
  const rin = await member("rin")
  await visit(browser, { origin: server.origin }, async (page) => {
    await openSettings(page, rin)
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download my data" }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/)
    const files = unzipSync(await readFile(await download.path()))
    expect(Object.keys(files)).toContain("account.json")
    expect(new TextDecoder().decode(files["account.json"])).toContain(rin.email)
  })
})

test("a card whose answer does not come offers to try again", async () => {
  const jun = await member("jun")
  await visit(browser, { origin: server.origin, expected: [/ERR_FAILED/] }, async (page) => {
    await page.route("**/api/account/sessions", (route) => route.abort())
    await openSettings(page, jun)
    const sessions = settingsCard(page, "Sessions")
    await sessions.getByRole("alert").waitFor()
    await page.unroute("**/api/account/sessions")
    await sessions.getByRole("button", { name: "Try again" }).click()
    await sessions.getByText("This device").waitFor()
  })
})

test("nothing of the account's pages is too wide or has an accessibility fault", async () => {
  const ken = await member("a-username-as-long-as-may-be-used-here")
  await visit(browser, { origin: server.origin }, async (page) => {
    const check = async () => expect(await faultsOf(page, page.url(), { widths: [320, 1280] })).toEqual([])
    for (const path of ["/login", "/signup", "/verify-email"]) {
      await page.goto(path)
      await check()
    }
    await page.goto("/login")
    await page.getByRole("button", { name: "Forgot password?" }).click()
    await check()
    await openSettings(page, ken)
    await settingsCard(page, "Sessions").getByText("This device").waitFor()
    await check()
    await page.getByRole("button", { name: "Deactivate Account" }).click()
    await check()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Use an authenticator app" }).click()
    await page.getByText("Or type this key").waitFor()
    await check()
    await page.goto("/edit-profile")
    await page.getByLabel("Full Name *").waitFor()
    await check()
  })
})
