// A tapped card in a browser: every state of the page (specification sections 2, 4 and 8).
import { eq } from "drizzle-orm"
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { REDIRECT_DELAY_MS } from "../../src/domain/limits.ts"
import { profiles } from "../../src/server/platform/db/schema.ts"
import { hold, launch, refused, visit } from "../support/browser.ts"
import { firstSeen } from "../support/first-seen.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { newestLink } from "../support/mailbox.ts"
import { type Person, signIn as signInByApi, signUpAndVerify } from "../support/people.ts"
import { signIn as fillIn, fillSignUp, openAs, person } from "../support/visitors.ts"

const COUNTDOWN = { countdown: "[data-countdown]" }
const FAILED = "There was an error activating your card. Please try again or contact support."

let site: ListeningApp
let browser: Browser
let mika: Person
let ren: Person
let card: string

beforeAll(async () => {
  site = await listeningApp()
  browser = await launch()
  mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Tanaka" })
  ren = await signUpAndVerify(site, { username: "ren", full_name: "Ren Sato" })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})
beforeEach(async () => {
  site.advance(600_000)
  card = await site.services.cards.generate(site.services.clock())
})

const PASSWORD = "lighthouse keeper 7"
/** What the page shows before it leads on to the profile stands for as long as it is looked at. */
const stay = (page: Page) =>
  page.addInitScript((delay) => {
    const { setTimeout } = window
    window.setTimeout = ((run: () => void, ms?: number) =>
      setTimeout(run, ms === delay ? 600_000 : ms)) as typeof window.setTimeout
  }, REDIRECT_DELAY_MS)
const story = (run: (page: Page) => Promise<void>, expected: RegExp[] = [], width = 375, dark = false) =>
  visit(browser, { origin: site.origin, expected, width, dark }, run)
const rowOf = () => site.services.cards.find(card)
const activateFor = ({ user_id }: Person) => site.services.cards.linkPending(card, user_id, site.services.clock())
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true })
const main = (page: Page) => page.getByRole("main")

/** Signed in and on another page, as a user is who then taps a card. */
async function enter(page: Page, { email }: Person): Promise<void> {
  await openAs(page, { email, password: PASSWORD }, "/settings")
  await page.getByRole("heading", { name: "My Personal Link" }).waitFor()
}

/** The card page shows the document of the profile in the end. */
const atProfile = async (page: Page, { username }: Person) => {
  await page.waitForURL(`${site.origin}/${username}`)
  await page.getByRole("link", { name: "Save Contact" }).waitFor()
}

const setDeleted = (person: Person, deleted_at: Date | null) =>
  site.services.database.db
    .update(profiles)
    .set({ deleted_at, deletion_scheduled_at: deleted_at && new Date(deleted_at.getTime() + 86_400_000) })
    .where(eq(profiles.id, person.user_id))

describe("a new card", () => {
  test("asks a visitor to sign in, comes back, is activated by itself and leads to the profile after three seconds", async () => {
    await story(async (page) => {
      const between = await firstSeen(page, COUNTDOWN)
      await page.goto(`/card/${card}`)
      await heading(page, "Ready to Activate").waitFor()
      await expect
        .poll(() => main(page).getByRole("link", { name: "Create my card" }).getAttribute("href"))
        .toBe(`/signup?return=%2Fcard%2F${card}`)
      expect((await rowOf())?.activation_status).toBe("pending")
      await main(page).getByRole("link", { name: "Login to Activate" }).click()
      await page.waitForURL("**/login?*")
      await fillIn(page, { email: mika.email, password: PASSWORD })
      await atProfile(page, mika)
      expect(await rowOf()).toMatchObject({ activation_status: "activated", user_id: mika.user_id })
      expect(await between("countdown", "/mika")).toBeGreaterThan(REDIRECT_DELAY_MS - 100)
      // From the profile one does not fall back onto the card's page.
      await page.goBack()
      await page.waitForURL((url) => !url.pathname.startsWith("/card/"))
    })
  })

  test("is not lost by the header's and the footer's ways to sign in, there and on the next page", async () => {
    await story(async (page) => {
      const from = `return=%2Fcard%2F${card}`
      const [header, footer] = [page.getByRole("banner"), page.getByRole("contentinfo")]
      const leadsTo = (within: Locator, name: string, href: string) =>
        expect.poll(() => within.getByRole("link", { name }).getAttribute("href")).toBe(href)
      await page.goto(`/card/${card}`)
      await heading(page, "Ready to Activate").waitFor()
      await leadsTo(header, "Login", `/login?${from}`)
      await leadsTo(footer, "Login", `/login?${from}`)
      await header.getByRole("link", { name: "Sign Up" }).click()
      await page.waitForURL(`${site.origin}/signup?${from}`)
      await page.getByText("Your card is waiting.").waitFor()
      await leadsTo(header, "Sign Up", `/signup?${from}`)
      await leadsTo(header, "Login", `/login?${from}`)
      await footer.getByRole("link", { name: "Login" }).click()
      await page.waitForURL(`${site.origin}/login?${from}`)
      await fillIn(page, { email: mika.email, password: PASSWORD })
      await atProfile(page, mika)
      expect(await rowOf()).toMatchObject({ activation_status: "activated", user_id: mika.user_id })
      for (const path of ["/login?return=//evil.example/", "/login?return=/api/me"]) {
        await page.context().clearCookies()
        await page.evaluate(() => localStorage.clear())
        await page.goto(path)
        await page.getByLabel("Email").waitFor()
        await leadsTo(header, "Sign Up", "/signup")
        await leadsTo(footer, "Login", "/login")
      }
    })
  })

  test("says that it is activated, and shows the three seconds as a bar that stands still with reduced motion", async () => {
    await story(async (page) => {
      await stay(page)
      await enter(page, mika)
      await page.goto(`/card/${card}`)
      await heading(page, "Card Activated").waitFor()
      expect(page.url()).toBe(`${site.origin}/card/${card}`)
      const animation = () =>
        page.locator("[data-countdown]").evaluate((bar) => {
          const { animationName, animationDuration } = getComputedStyle(bar)
          return animationName === "none" ? animationName : animationDuration
        })
      await expect.poll(animation).toBe(`${REDIRECT_DELAY_MS / 1000}s`)
      await page.emulateMedia({ reducedMotion: "reduce" })
      await expect.poll(animation).toBe("none")
    })
  })

  test("is activated only after a new user has signed up, confirmed and come back", async () => {
    const yuna = person("yuna", "Yuna Mori")
    await story(async (page) => {
      await page.goto(`/card/${card}`)
      await main(page).getByRole("link", { name: "Create my card" }).click()
      await fillSignUp(page, yuna)
      await page.getByRole("button", { name: "Create Account" }).click()
      await page.getByText("Account created successfully!").waitFor()
      const login = `/login?return=%2Fcard%2F${card}`
      await expect.poll(() => main(page).getByRole("link", { name: "Go to Login" }).getAttribute("href")).toBe(login)
      // The mail is read in another tab, as it usually is.
      const mail = await page.context().newPage()
      await mail.goto(await newestLink(site.services, yuna.email))
      await mail.waitForURL(`**${login}`)
      expect((await rowOf())?.activation_status).toBe("pending")
      await fillIn(mail, yuna)
      await mail.waitForURL(`${site.origin}/yuna`)
      expect((await rowOf())?.activation_status).toBe("activated")
    })
  })

  test.each([
    ["Login to Activate", "Sign In"],
    ["Create my card", "Create an Account"],
  ])("is one press away after %s, when another tab has signed in meanwhile", async (start, title) => {
    await story(async (page) => {
      await page.goto(`/card/${card}`)
      await main(page).getByRole("link", { name: start }).click()
      await heading(page, title).waitFor()
      await page.getByText("Your card is waiting.").waitFor()
      const other = await page.context().newPage()
      await enter(other, mika)
      await heading(page, "Already Logged In").waitFor()
      expect(await page.getByText("Your card is waiting.").count()).toBe(0)
      await main(page).getByRole("link", { name: "Activate my card" }).click()
      await page.waitForURL(`${site.origin}/mika`)
      expect((await rowOf())?.activation_status).toBe("activated")
    })
  })

  test("says what it is doing: checking, then activating", async () => {
    await story(async (page) => {
      await stay(page)
      await enter(page, mika)
      const letGo = await hold(page, "**/activation")
      await page.addInitScript(() => {
        const seen: string[] = []
        Object.assign(window, { seen })
        new MutationObserver(() => {
          const text = document.querySelector("main [role=status]")?.textContent ?? ""
          if (text !== "" && seen.at(-1) !== text) seen.push(text)
        }).observe(document, { childList: true, subtree: true, characterData: true })
      })
      await page.goto(`/card/${card}`)
      await page.getByText("Activating your card...", { exact: true }).waitFor()
      await expect.poll(() => page.evaluate("seen")).toEqual(["Checking your card...", "Activating your card..."])
      letGo()
      await heading(page, "Card Activated").waitFor()
    })
  })

  test("is one activation for one page, and a reload in the middle leads to the profile", async () => {
    await story(async (page) => {
      await stay(page)
      await enter(page, ren)
      const sent: string[] = []
      page.on("request", (request) => request.method() === "PUT" && sent.push(request.url()))
      await page.goto(`/card/${card}`)
      await heading(page, "Card Activated").waitFor()
      await page.reload()
      await atProfile(page, ren)
      expect(sent.filter((url) => url.endsWith("/activation"))).toHaveLength(1)
    })
  })

  test("waits as long with reduced motion", async () => {
    await story(async (page) => {
      await page.emulateMedia({ reducedMotion: "reduce" })
      const between = await firstSeen(page, COUNTDOWN)
      await enter(page, mika)
      await page.goto(`/card/${card}`)
      await atProfile(page, mika)
      expect(await between("countdown", "/mika")).toBeGreaterThan(REDIRECT_DELAY_MS - 100)
    })
  })
})

describe("an activated card", () => {
  test("opens the profile in one redirect and without a script", async () => {
    await activateFor(mika)
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${site.origin}/card/${card}`)
    expect(page.url()).toBe(`${site.origin}/mika`)
    await page.getByRole("heading", { name: "Mika Tanaka" }).waitFor()
    await context.close()
  })

  test("leads on also when it was activated while its page was open", async () => {
    await story(async (page) => {
      await page.goto(`/card/${card}`)
      await main(page).getByRole("link", { name: "Login to Activate" }).click()
      await page.waitForURL("**/login?*")
      await activateFor(ren)
      await fillIn(page, { email: mika.email, password: PASSWORD })
      await atProfile(page, ren)
    })
  })

  test("leads the slower of two people to the profile of the faster", async () => {
    const expected = [refused(409, "/activation")]
    await story(async (page) => {
      await enter(page, mika)
      await page.route("**/activation", async (route) => {
        await activateFor(ren)
        await route.continue()
      })
      await page.goto(`/card/${card}`)
      await atProfile(page, ren)
      expect((await rowOf())?.user_id).toBe(ren.user_id)
    }, expected)
  })

  test("of a deactivated account says only that the profile is unavailable, until its owner reactivates it", async () => {
    const owner = await signUpAndVerify(site)
    await activateFor(owner)
    await story(
      async (page) => {
        await enter(page, owner)
        // What its cards ask for is refused to a deactivated account.
        await page.waitForLoadState("networkidle")
        await setDeleted(owner, site.services.clock())
        await page.goto(`/card/${card}`)
        await page.getByRole("button", { name: "Reactivate Account" }).click()
        await atProfile(page, owner)
      },
      [refused(404, `/card/${card}`)],
    )
    await setDeleted(owner, site.services.clock())
    await story(
      async (page) => {
        await page.goto(`/card/${card}`)
        await heading(page, "This profile is currently unavailable or has been deactivated").waitFor()
        await expect.poll(() => main(page).getByRole("link").allTextContents()).toEqual(["Go Home"])
        // A picture of a card that leads nowhere.
        await main(page).locator("svg").first().waitFor()
      },
      [refused(404, `/card/${card}`)],
    )
  })
})

describe("Card Activation Failed", () => {
  test("for a card that does not exist: signed out, with a way to sign in", async () => {
    await story(
      async (page) => {
        for (const path of ["/card/nosuchcard", "/card/NOT-A-CARD", "/card"]) {
          await page.goto(path)
          await heading(page, "Card Activation Failed").waitFor()
          await main(page).getByText(FAILED, { exact: true }).waitFor()
          // What went wrong comes first; the general sentence is beside the link to support.
          await expect
            .poll(() => main(page).getByRole("alert").innerText())
            .toBe("We couldn't find this card. Check the link, or tap the card once more.")
          expect(await main(page).innerText()).toMatch(/once more\..*There was an error.*Contact support/s)
          const login = main(page).getByRole("link", { name: "Login to Activate", exact: true })
          await login.waitFor()
          await expect.poll(() => login.getAttribute("href")).toBe(`/login?return=${encodeURIComponent(path)}`)
        }
        await main(page).getByRole("link", { name: "Go Home", exact: true }).click()
        await page.waitForURL(`${site.origin}/`)
      },
      [/status of 404/],
    )
  })

  test("signed in, without it", async () => {
    await story(
      async (page) => {
        await enter(page, mika)
        await page.goto("/card/nosuchcard")
        await page.getByRole("button", { name: "Account" }).waitFor()
        await heading(page, "Card Activation Failed").waitFor()
        await main(page).getByRole("link", { name: "Go Home", exact: true }).waitFor()
        expect(await main(page).getByRole("link", { name: "Login to Activate" }).count()).toBe(0)
        // The card may have been made since, or the signal may have been bad.
        const asked = page.waitForResponse("**/api/cards/nosuchcard")
        await main(page).getByRole("button", { name: "Try again" }).click()
        await asked
      },
      [refused(404, "/card/nosuchcard"), refused(404, "/api/cards/nosuchcard")],
    )
  })

  test("without a profile: offers to create one", async () => {
    const person = await signUpAndVerify(site)
    await site.services.database.db.delete(profiles).where(eq(profiles.id, person.user_id))
    await story(
      async (page) => {
        await page.goto(`/login?return=/card/${card}`)
        await fillIn(page, { email: person.email, password: PASSWORD })
        await heading(page, "Card Activation Failed").waitFor()
        await main(page).getByText(FAILED, { exact: true }).waitFor()
        expect(await main(page).getByRole("alert").innerText()).toBe("You might need to create your profile first.")
        await main(page).getByRole("link", { name: "Create Profile" }).click()
        await page.waitForURL("**/edit-profile?*")
        expect((await rowOf())?.activation_status).toBe("pending")
        // Back to the card, which is activated by itself.
        await page.getByRole("button", { name: "Save Changes" }).click()
        await page.waitForURL(`**/card/${card}`)
        await expect.poll(async () => (await rowOf())?.activation_status).toBe("activated")
      },
      [refused(409, "/activation")],
    )
  })

  test("when the server could not do it: may be tried again", async () => {
    await story(
      async (page) => {
        await stay(page)
        await enter(page, mika)
        let isDown = true
        await page.route("**/activation", (route) =>
          isDown ? route.fulfill({ status: 503, json: { error: { code: "service_unavailable" } } }) : route.continue(),
        )
        await page.goto(`/card/${card}`)
        await heading(page, "Card Activation Failed").waitFor()
        isDown = false
        await main(page).getByRole("button", { name: "Try again" }).click()
        await heading(page, "Card Activated").waitFor()
      },
      [refused(503, "/activation")],
    )
  })

  test("not for a session that has ended: it asks to sign in again", async () => {
    await story(
      async (page) => {
        await enter(page, mika)
        const { headers } = await signInByApi(site, mika.email)
        await fetch(`${site.origin}/auth/v1/logout?scope=global`, { method: "POST", headers })
        await page.goto(`/card/${card}`)
        await heading(page, "Ready to Activate").waitFor()
      },
      // What the page before still asks for is refused, too.
      [/status of 40[13]/],
    )
    expect((await rowOf())?.activation_status).toBe("pending")
  })
})

test("no state has an accessibility fault, at any width, in light or in dark", async () => {
  await story(
    async (page) => {
      await stay(page)
      const faults = async (name: string, title: string) => {
        await heading(page, title).waitFor()
        return faultsOf(page, name)
      }
      await page.goto(`/card/${card}`)
      expect(await faults("ready", "Ready to Activate")).toEqual([])
      await page.goto("/card/nosuchcard")
      expect(await faults("unknown", "Card Activation Failed")).toEqual([])
      await enter(page, mika)
      await page.goto("/card/nosuchcard")
      expect(await faults("unknown-member", "Card Activation Failed")).toEqual([])
      await page.route("**/activation", (route) =>
        route.fulfill({ status: 409, json: { error: { code: "profile_missing" } } }),
      )
      await page.goto(`/card/${card}`)
      expect(await faults("no-profile", "Card Activation Failed")).toEqual([])
      await page.unroute("**/activation")
      let fail = () => {}
      const held = new Promise<void>((resolve) => {
        fail = resolve
      })
      await page.route("**/activation", async (route) => {
        await held
        await route.fulfill({ status: 503, json: {} })
      })
      await page.goto(`/card/${card}`)
      expect(await faults("activating", "Card Activation")).toEqual([])
      fail()
      expect(await faults("retry", "Card Activation Failed")).toEqual([])
      await page.unroute("**/activation")
      await page.getByRole("button", { name: "Try again" }).click()
      expect(await faults("success", "Card Activated")).toEqual([])
    },
    [/status of (404|409|503)/],
  )
})
