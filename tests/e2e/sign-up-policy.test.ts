// Who may sign up, in a browser: closed, by invitation, and while every sign-up costs a proof of work.
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { hold, launch, refused, visit } from "../support/browser.ts"
import { createConfirmedAdmin } from "../support/confirmed-admin.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { LOST, loseAnswer } from "../support/lost-answer.ts"
import { newestLink } from "../support/mailbox.ts"
import { PASSWORD, type Person } from "../support/people.ts"
import { dialogOf, fillSignUp, openAs, person, toast } from "../support/visitors.ts"

let site: ListeningApp
let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())
afterEach(() => site.close())

const story = (run: (page: Page) => Promise<void>, expected: RegExp[] = [], width = 375) =>
  visit(browser, { origin: site.origin, expected, width }, run)
const main = (page: Page) => page.getByRole("main")

const send = (page: Page) => page.getByRole("button", { name: "Create Account" }).click()
async function hasNoSignUp(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("link", { name: "Login" }).waitFor()
  expect(await page.getByRole("link", { name: "Sign Up" }).count()).toBe(0)
}
const created = (page: Page) => page.getByRole("status").filter({ hasText: "Account created successfully!" }).waitFor()

describe("a closed sign-up", () => {
  test("is said on its page, with the way to log in, and offered by no header and no landing page", async () => {
    site = await listeningApp({ SIGN_UP: "closed" })
    await story(
      async (page) => {
        await page.goto("/")
        await hasNoSignUp(page)
        expect(await page.getByPlaceholder("your name here").count()).toBe(0)
        expect(await page.getByRole("button", { name: "Get your card" }).count()).toBe(0)
        await page.goto("/signup?username=sora")
        await main(page).getByText("Sign-up is closed", { exact: true }).waitFor()
        await main(page)
          .getByText(
            "Meishi isn't accepting new accounts right now. If you already have one, you can sign in as usual.",
          )
          .waitFor()
        expect(await page.getByRole("button", { name: "Create Account" }).count()).toBe(0)
        expect(await faultsOf(page, "sign-up-closed")).toEqual([])
        await main(page).getByRole("link", { name: "Go to Login" }).click()
        await page.waitForURL("**/login**")
        await page.getByRole("button", { name: "Log In" }).waitFor()
        await hasNoSignUp(page)
      },
      [refused(422, "/api/availability")],
    )
  })
})

describe("with invitations", () => {
  const invite = async (email = "") =>
    site.services.invitations.create(
      await createConfirmedAdmin(site, "ren"),
      { email, send: email !== "" },
      site.services.clock(),
    )

  test("the page asks for the code, and says what is wrong with one beside the field", async () => {
    site = await listeningApp({ SIGN_UP: "invite" })
    const { code } = await invite()
    await story(
      async (page) => {
        await page.goto("/signup")
        await main(page).getByText("You need an invitation to create an account here.").waitFor()
        await fillSignUp(page, person("sora"))
        await send(page)
        await main(page).getByText("Enter your invitation code", { exact: true }).waitFor()
        const field = page.getByLabel("Invitation Code")
        await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
        expect(await faultsOf(page, "sign-up-invite-missing")).toEqual([])
        await field.fill("0123456789")
        await send(page)
        const sentence = "This invitation has been used, has expired or was revoked. Please ask for a new one."
        await page.getByRole("alert").getByText(sentence).waitFor()
        await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true")
        await field.fill(code.toUpperCase())
        await send(page)
        await created(page)
      },
      [refused(422, "/auth/v1/signup")],
    )
  })

  test("the link in the email fills the code in, and no request ever names it in its address", async () => {
    site = await listeningApp({ SIGN_UP: "invite" })
    const { code } = await invite("sora@example.com")
    const link = await newestLink(site.services, "sora@example.com")
    await story(async (page) => {
      const asked: string[] = []
      page.on("request", (request) => asked.push(request.url()))
      await page.goto(link)
      await expect.poll(() => page.getByLabel("Invitation Code").inputValue()).toBe(code)
      await main(page).getByText("You're invited to create your own page and digital business card.").waitFor()
      expect(await faultsOf(page, "sign-up-invited")).toEqual([])
      await fillSignUp(page, person("sora"))
      await send(page)
      await created(page)
      expect(asked.filter((url) => url.split("#")[0]?.includes(code))).toEqual([])
      expect(JSON.stringify(site.logged)).not.toContain(code)
    })
  })
})

describe("while every sign-up costs a proof of work", () => {
  test("signing up, asking for a reset and reporting a profile show only a busy button", async () => {
    site = await listeningApp({ PROOF_OF_WORK: "always" })
    await createConfirmedAdmin(site, "ren")
    await story(
      async (page) => {
        await page.goto("/signup")
        await fillSignUp(page, person("sora"))
        const letGo = await hold(page, "**/auth/v1/signup*")
        await send(page)
        await page.getByRole("button", { name: "Creating account..." }).waitFor()
        letGo()
        await created(page)

        await page.goto("/login")
        await page.getByRole("button", { name: "Forgot password?" }).click()
        await dialogOf(page).getByLabel("Email").fill("ren@example.com")
        await page.getByRole("button", { name: "Send reset link" }).click()
        await toast(page, "Password reset email sent")

        await page.goto("/report/ren")
        await page.getByRole("radio").first().check()
        await page.getByRole("button", { name: "Send Report" }).click()
        await page.getByText("We got your report").waitFor()
      },
      [refused(428, "/auth/v1/signup"), refused(428, "/auth/v1/recover"), refused(428, "/api/reports")],
    )
  })

  test("a browser on plain http, which has no cryptography of its own, solves it as well", async () => {
    site = await listeningApp({ PROOF_OF_WORK: "always" })
    await story(
      async (page) => {
        await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }))
        await page.goto("/signup")
        await fillSignUp(page, person("hina"))
        await send(page)
        await created(page)
      },
      [refused(428, "/auth/v1/signup")],
    )
  })
})

describe("the portal", () => {
  let chief: Person
  const invitations = (page: Page) => page.getByRole("list", { name: "Invitations" }).getByRole("listitem")
  async function enter(page: Page): Promise<void> {
    await openAs(page, { email: chief.email, password: PASSWORD }, "/admin?tab=settings")
    await page.getByRole("heading", { name: "Invitations" }).waitFor()
  }

  test("creates an invitation whose link is shown once, sends one by email, lists them and takes them back", async () => {
    site = await listeningApp({ SIGN_UP: "invite" })
    chief = await createConfirmedAdmin(site, "ren")
    await story(
      async (page) => {
        await enter(page)
        await main(page).getByText("No invitations yet.").waitFor()
        await page.getByRole("button", { name: "Invite someone" }).click()
        const dialog = dialogOf(page)
        await dialog.getByRole("checkbox").check()
        await dialog.getByRole("button", { name: "Create invitation" }).click()
        await dialog.getByText("Enter the email address to send it to").waitFor()
        await dialog.getByRole("checkbox").uncheck()
        await dialog.getByRole("button", { name: "Create invitation" }).click()
        await dialog.getByText("Invitation created").waitFor()
        const link = await dialog.getByText("/signup#invite=").textContent()
        expect(link).toMatch(new RegExp(`^${site.origin}/signup#invite=[0-9a-z]{26}$`))
        expect(await faultsOf(page, "invitation-created")).toEqual([])
        await dialog.getByRole("button", { name: "Copy" }).click()
        await dialog.getByRole("button", { name: "Copied" }).waitFor()
        await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
        await dialog.getByRole("button", { name: "Done" }).click()
        await expect.poll(() => invitations(page).count()).toBe(1)
        expect(await main(page).textContent()).not.toContain(link?.split("=")[1])

        await page.getByRole("button", { name: "Invite someone" }).click()
        await dialog.getByLabel("Email (optional)").fill("sora@example.com")
        await dialog.getByRole("checkbox").check()
        expect(await faultsOf(page, "invite-someone")).toEqual([])
        await dialog.getByRole("button", { name: "Create invitation" }).click()
        await dialog.getByText("Invitation sent").waitFor()
        await dialog.getByRole("button", { name: "Done" }).click()
        await expect.poll(() => invitations(page).count()).toBe(2)
        expect(await newestLink(site.services, "sora@example.com")).toContain("/signup#invite=")
        expect(await faultsOf(page, "invitations")).toEqual([])

        await page.getByRole("button", { name: "Revoke the invitation for sora@example.com" }).click()
        await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click()
        await toast(page, "Invitation revoked")
        await expect.poll(() => invitations(page).count()).toBe(1)

        await page.getByRole("button", { name: "Invite someone" }).click()
        await loseAnswer(page, "**/api/admin/invitations")
        await dialog.getByRole("button", { name: "Create invitation" }).click()
        await toast(page, "The invitation may have been created")
        await toast(page, "The server didn't answer. Check the list before you try again.")
        await page.keyboard.press("Escape")
        await expect.poll(() => invitations(page).count()).toBe(2)

        await page.goto("/admin/audit")
        await page.getByText("and sent it by email").first().waitFor()
        await page.getByText("revoked an invitation").first().waitFor()
      },
      [LOST],
    )
  })

  test("says that no invitation is needed while sign-up is open, and shows the settings in effect", async () => {
    site = await listeningApp()
    chief = await createConfirmedAdmin(site, "ren")
    await story(async (page) => {
      await enter(page)
      await main(page).getByText("Anyone can sign up. To require an invitation, set SIGN_UP to invite.").waitFor()
      for (const name of ["SIGN_UP", "SIGN_UPS_PER_HOUR", "EMAILS_PER_HOUR", "PROOF_OF_WORK"])
        await main(page).getByText(name, { exact: true }).first().waitFor({ state: "attached" })
    })
  })
})
