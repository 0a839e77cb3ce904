// Reporting a profile, deciding about it, and what its owner sees meanwhile, in a browser.
import { eq } from "drizzle-orm"
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { profiles, reports } from "../../src/server/platform/db/schema.ts"
import { moderationAct } from "../support/acts.ts"
import { hold, launch, refused, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf, settled } from "../support/looks.ts"
import { doAct, PASSWORD, type Person, signIn as signInByApi, signUpAndVerify } from "../support/people.ts"
import { photograph } from "../support/pictures.ts"
import { hydrated, openAs, toast } from "../support/visitors.ts"

const UNAVAILABLE = "This profile is currently unavailable or has been deactivated"
const HIDDEN = "Your profile is hidden while we review a report"

let site: ListeningApp
let browser: Browser
let ren: Person
let mika: Person
let number = 0
beforeAll(async () => {
  site = await listeningApp()
  browser = await launch()
  ren = await signUpAndVerify(site, { username: "ren", full_name: "Ren Sato" })
  await site.services.database.db.insert(user_roles).values({ user_id: ren.user_id, role: "moderator" })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})
beforeEach(async () => {
  site.advance(3_600_000)
  await site.services.database.db.delete(reports)
  await site.services.database.db.update(profiles).set({ hidden_at: null })
  number += 1
  mika = await signUpAndVerify(site, { username: `mika-${number}`, full_name: "Mika Tanaka" })
})

const story = (run: (page: Page) => Promise<void>, expected: RegExp[] = [], width = 375, dark = false) =>
  visit(browser, { origin: site.origin, expected, width, dark }, run)
const main = (page: Page) => page.getByRole("main")
const heading = (page: Page, name: string) => main(page).getByRole("heading", { name, exact: true })
const report = async (person: Person, reason = "spam", detail = "") => {
  const now = site.services.clock()
  await site.services.moderation.report(
    { username: person.username, reason, detail } as never,
    { ip: "192.0.2.55", proof: null },
    now,
  )
}
const hide = async (person: Person) => {
  await report(person)
  const { headers } = await signInByApi(site, ren.email)
  const answer = await doAct(site, moderationAct(person.user_id, "hide"), {}, headers)
  expect(answer.status).toBe(200)
}
const kept = () => site.services.database.db.select().from(reports)
const hiddenAt = async ({ user_id }: Person) =>
  (await site.services.database.db.select().from(profiles).where(eq(profiles.id, user_id)))[0]?.hidden_at

async function enter(page: Page, { email }: Person, path: string): Promise<void> {
  await openAs(page, { email, password: PASSWORD }, path)
}
const details = (page: Page) => page.getByLabel("Anything else we should know?")
/** One person in the queue. */
const entry = (page: Page, name: string) => main(page).getByRole("region", { name })

describe("a visitor", () => {
  test("reports a profile from its own page, with a reason and details, and sees a thank-you", async () => {
    await story(async (page) => {
      await page.goto(`/${mika.username}`)
      await page.getByRole("link", { name: "Report this profile" }).click()
      await page.waitForURL(`**/report/${mika.username}`)
      await main(page).getByText(`@${mika.username}`).waitFor()
      await page.getByRole("button", { name: "Send Report" }).click()
      // Said and marked once, not at every reason.
      await page.getByText("Choose a reason").waitFor()
      expect(await page.locator("[aria-invalid=true]").count()).toBe(1)
      const reasons = page.getByRole("radiogroup", { name: "What's wrong with it?" })
      expect(await reasons.getAttribute("aria-invalid")).toBe("true")
      const rows = reasons.locator("label")
      const colors = (it: Locator) => it.evaluateAll((them) => them.map((one) => getComputedStyle(one).borderTopColor))
      const [frame] = await colors(rows.first().locator(".."))
      expect(await colors(reasons.locator("label, input"))).not.toContain(frame)
      const heights = await rows.evaluateAll((them) => them.map((row) => row.getBoundingClientRect().height))
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
      await page.getByRole("radio").first().press("ArrowDown")
      const chosen = rows.filter({ has: page.locator(":checked") })
      expect(await chosen.evaluate((row) => getComputedStyle(row).outlineStyle)).toBe("solid")
      await expect.poll(() => reasons.getAttribute("aria-invalid")).toBeNull()
      expect(await kept()).toHaveLength(0)
      await page.getByRole("radio", { name: /^Fraud or phishing/ }).check()
      await details(page).fill("Asks for my password.")
      await page.getByRole("button", { name: "Send Report" }).click()
      await heading(page, "We got your report").waitFor()
      expect(await kept()).toMatchObject([
        { profile_id: mika.user_id, reason: "fraud", detail: "Asks for my password." },
      ])
      await page.getByRole("link", { name: "Back to profile" }).click()
      await page.waitForURL(`${site.origin}/${mika.username}`)
    })
  })

  test("sees at the top of the page that the report has arrived, however long the form was", async () => {
    await story(async (page) => {
      await page.setViewportSize({ width: 375, height: 500 })
      await page.goto(`/report/${mika.username}`)
      await page.getByRole("radio", { name: /^Fraud or phishing/ }).check()
      await page.getByRole("button", { name: "Send Report" }).click()
      await heading(page, "We got your report").waitFor()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("We got your report")
    })
  })

  test("sees while writing how much room is left, and by how much it is too long", async () => {
    await story(async (page) => {
      await page.goto(`/report/${mika.username}`)
      await details(page).fill("x".repeat(950))
      await page.getByText("50 characters left").waitFor()
      await page.getByText("optional", { exact: true }).waitFor()
      await page.getByRole("radio", { name: /^Fraud or phishing/ }).check()
      await details(page).fill("x".repeat(1037))
      await page.getByText("37 characters over the limit").waitFor()
      // Before it is sent, it already looks wrong.
      expect(await page.getByText("optional", { exact: true }).count()).toBe(0)
      expect(await details(page).getAttribute("aria-invalid")).toBe("true")
      expect(await faultsOf(page, "report-too-long")).toEqual([])
      await page.getByRole("button", { name: "Send Report" }).click()
      await expect.poll(() => details(page).getAttribute("aria-invalid")).toBe("true")
      await page.getByText("37 characters over the limit").waitFor()
      expect(await page.getByText("This is too long", { exact: true }).count()).toBe(0)
      expect(await kept()).toHaveLength(0)
    })
  })

  test("cannot send or lose text before the application runs", async () => {
    await story(async (page) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route("**/assets/entry.client-*.js", (route) => promise.then(() => route.continue()))
      await page.goto(`/report/${mika.username}`)
      const [button, words] = [page.getByRole("button", { name: "Send Report" }), page.getByRole("textbox")]
      await button.waitFor()
      expect([await button.isDisabled(), await words.isDisabled()]).toEqual([true, true])
      resolve()
      await expect.poll(() => button.isDisabled()).toBe(false)
      expect(await words.isDisabled()).toBe(false)
    })
  })

  test("finds the link inside the application too, and none on their own profile or where there is none", async () => {
    await story(
      async (page) => {
        await report(mika)
        await enter(page, ren, "/admin/reports")
        await entry(page, "Mika Tanaka")
          .getByRole("link", { name: `@${mika.username}` })
          .click()
        await page.getByRole("link", { name: "Report this profile" }).waitFor()
        await page.getByRole("button", { name: "Account", exact: true }).click()
        await page.getByRole("menuitem", { name: "My Profile" }).click()
        await page.getByRole("link", { name: "Edit Profile" }).waitFor()
        await expect.poll(() => page.getByRole("link", { name: "Report this profile" }).count()).toBe(0)
        await page.goto("/nobody-here")
        await page.getByText(UNAVAILABLE).waitFor()
        // Like every page without a card, it says whose site it is.
        expect(await page.getByRole("banner").getByText("Meishi", { exact: true }).isVisible()).toBe(true)
        expect(await page.getByRole("link", { name: "Report this profile" }).count()).toBe(0)
      },
      [refused(404, "/nobody-here")],
    )
  })

  test("sees that there is nothing to report, before and after writing", async () => {
    await story(
      async (page) => {
        expect((await page.goto("/report/nobody-here"))?.status()).toBe(404)
        await main(page).getByText(UNAVAILABLE).waitFor()
        expect(await page.getByRole("button", { name: "Send Report" }).count()).toBe(0)
        expect(await main(page).getByRole("link", { name: "Go Home" }).getAttribute("href")).toBe("/")
        await page.goto(`/report/${mika.username}`)
        await page.getByRole("radio", { name: /^Spam/ }).check()
        await hide(mika)
        await page.getByRole("button", { name: "Send Report" }).click()
        await main(page).getByText(UNAVAILABLE).waitFor()
      },
      [/status of 404/],
    )
  })

  test("sees a rate limit and a lost connection, and keeps the text", async () => {
    await story(
      async (page) => {
        let isDown = true
        await page.route(`**/api/profiles/${mika.username}`, (route) => (isDown ? route.abort() : route.continue()))
        // As the application goes there: its server is asked for the data alone.
        await page.goto("/verify-email")
        await page.getByRole("button", { name: "Send the email again" }).waitFor()
        await hydrated(page)
        await page.evaluate((path) => {
          history.pushState({}, "", path)
          dispatchEvent(new PopStateEvent("popstate"))
        }, `/report/${mika.username}`)
        await page.getByText("We couldn't reach the server.", { exact: false }).waitFor()
        isDown = false
        await page.getByRole("button", { name: "Try again" }).click()
        await page.getByRole("radio", { name: /^Something else/ }).check()
        await details(page).fill("Kept")
        const error = {
          code: "too_many_requests",
          message: "Too many attempts. Please wait a few minutes and try again.",
        }
        await page.route("**/api/reports", (route) => route.fulfill({ status: 429, json: { error } }))
        await page.getByRole("button", { name: "Send Report" }).click()
        await page.getByText(error.message).waitFor()
        await expect.poll(() => details(page).inputValue()).toBe("Kept")
        await page.unroute("**/api/reports")
        await page.getByRole("button", { name: "Send Report" }).click()
        await heading(page, "We got your report").waitFor()
      },
      [/ERR_FAILED/, /status of 429/],
    )
  })
})

describe("a moderator", () => {
  test("reaches the queue from the menu, sees the oldest first, hides one and dismisses the other", async () => {
    const aoi = await signUpAndVerify(site, { full_name: "Aoi Mori" })
    await report(mika, "impersonation", "This is not the real Mika.")
    site.advance(60_000)
    await report(aoi)
    await story(
      async (page) => {
        await enter(page, ren, "/settings")
        await page.getByRole("button", { name: "Account", exact: true }).click()
        await page.getByRole("menu").waitFor()
        expect(await page.getByRole("menuitem", { name: "Admin Portal" }).count()).toBe(0)
        await page.getByRole("menuitem", { name: "Reports" }).click()
        await page.waitForURL("**/admin/reports")
        await entry(page, "Mika Tanaka").waitFor()
        expect(await main(page).getByRole("navigation", { name: "Admin Portal" }).count()).toBe(0)
        expect(await main(page).getByRole("button", { name: "Go to" }).count()).toBe(0)
        await expect
          .poll(() => main(page).getByRole("heading", { level: 2 }).allTextContents())
          .toEqual(["Mika Tanaka", "Aoi Mori"])
        await entry(page, "Mika Tanaka").getByText("This is not the real Mika.").waitFor()
        await entry(page, "Mika Tanaka").getByRole("button", { name: "Hide profile" }).click()
        const question = page.getByRole("alertdialog", { name: "Hide this profile?" })
        await question.getByRole("button", { name: "Cancel" }).click()
        expect(await hiddenAt(mika)).toBeNull()
        await entry(page, "Mika Tanaka").getByRole("button", { name: "Hide profile" }).click()
        await question.getByRole("button", { name: "Hide profile" }).click()
        await toast(page, "Profile hidden")
        await entry(page, "Mika Tanaka").waitFor({ state: "detached" })
        expect(await hiddenAt(mika)).not.toBeNull()
        await entry(page, "Aoi Mori").getByRole("button", { name: "Dismiss reports" }).click()
        await toast(page, "Reports dismissed")
        await main(page).getByText("No open reports").waitFor()
        await page.goto(`/${mika.username}`)
        await page.getByText(UNAVAILABLE).waitFor()
      },
      [refused(404, `/${mika.username}`)],
    )
  })

  test("finds hidden profiles with picture and reasons, and restores one", async () => {
    const { headers } = mika
    const body = new Uint8Array(await photograph(60, 60))
    await site.app.request("/api/profile/photo", {
      method: "PUT",
      headers: { ...headers, "content-type": "image/jpeg" },
      body,
    })
    await hide(mika)
    await story(async (page) => {
      await enter(page, ren, "/admin/reports")
      await main(page).getByText("No open reports").waitFor()
      await page.getByRole("tab", { name: "Hidden profiles" }).click()
      await entry(page, "Mika Tanaka").getByText("by Ren Sato").waitFor()
      const picture = entry(page, "Mika Tanaka").locator("img").first()
      await picture.waitFor()
      await expect.poll(() => picture.getAttribute("src")).toMatch(/^blob:/)
      await page.reload()
      await entry(page, "Mika Tanaka").getByRole("button", { name: "Restore profile" }).click()
      await toast(page, "Profile restored")
      await main(page).getByText("No hidden profiles").waitFor()
      await page.goto(`/${mika.username}`)
      await page.getByRole("heading", { name: "Mika Tanaka" }).waitFor()
    })
  })

  test("sees when another moderator was faster, and cannot decide about their own profile", async () => {
    await report(mika)
    await report(ren)
    await story(
      async (page) => {
        await enter(page, ren, "/admin/reports")
        await entry(page, "Ren Sato").getByText("You can't review your own profile.").waitFor()
        expect(await entry(page, "Ren Sato").getByRole("button").count()).toBe(0)
        const { headers } = await signInByApi(site, ren.email)
        const seen_until = site.services.clock().toISOString()
        await doAct(site, moderationAct(mika.user_id, "dismiss"), { seen_until }, headers)
        await entry(page, "Mika Tanaka").getByRole("button", { name: "Dismiss reports" }).click()
        await toast(page, "This has already been reviewed.")
        await entry(page, "Mika Tanaka").waitFor({ state: "detached" })
      },
      [/status of 409/],
    )
  })

  test("who is an administrator sees how many profiles still have open reports after each decision", async () => {
    await report(mika)
    const { user_id, email } = await signUpAndVerify(site, { full_name: "Admin" })
    await site.services.database.db.insert(user_roles).values({ user_id, role: "admin" })
    await story(async (page) => {
      await enter(page, { email } as Person, "/admin/reports")
      const link = page.getByRole("navigation", { name: "Admin Portal" }).getByRole("link", { name: /^Reports/ })
      await expect.poll(() => link.textContent()).toBe("Reports1 open")
      await entry(page, "Mika Tanaka").getByRole("button", { name: "Dismiss reports" }).click()
      await expect.poll(() => link.textContent()).toBe("Reports")
    })
  })

  test("whose role is removed sees Access Denied with the next decision", async () => {
    await report(mika)
    const { user_id, email } = await signUpAndVerify(site, { full_name: "Was Moderator" })
    const { db } = site.services.database
    await db.insert(user_roles).values({ user_id, role: "moderator" })
    await story(
      async (page) => {
        await enter(page, { email } as Person, "/admin/reports")
        await entry(page, "Mika Tanaka").waitFor()
        await db.delete(user_roles).where(eq(user_roles.user_id, user_id))
        await entry(page, "Mika Tanaka").getByRole("button", { name: "Dismiss reports" }).click()
        await toast(page, "You don't have permission to do this.")
        await main(page).getByText("Access Denied").waitFor()
        expect(await entry(page, "Mika Tanaka").count()).toBe(0)
      },
      [/status of 403/],
    )
  })

  test("pages through a long queue, and can retry a failed page", async () => {
    const people = await Promise.all(
      Array.from({ length: 11 }, () => signUpAndVerify(site, { full_name: "Robin Doe" })),
    )
    for (const person of people) {
      await site.services.database.db.insert(reports).values({
        id: crypto.randomUUID(),
        profile_id: person.user_id,
        reason: "spam",
        created_at: site.services.clock(),
      })
    }
    await story(
      async (page) => {
        let isDown = true
        await page.route("**/api/moderation/reports*", (route) => (isDown ? route.abort() : route.continue()))
        await enter(page, ren, "/admin/reports")
        await page.getByRole("button", { name: "Try again" }).waitFor()
        isDown = false
        await page.getByRole("button", { name: "Try again" }).click()
        await entry(page, "Robin Doe").first().waitFor()
        await expect.poll(() => entry(page, "Robin Doe").count()).toBe(10)
        isDown = true
        await page.getByRole("button", { name: "Show more" }).click()
        await page.getByRole("alert").getByText("We couldn't reach the server.", { exact: false }).waitFor()
        const error = {
          code: "too_many_requests",
          message: "Too many attempts. Please wait a few minutes and try again.",
        }
        await page.route("**/api/moderation/reports*", (route) => route.fulfill({ status: 429, json: { error } }))
        await page.getByRole("button", { name: "Show more" }).click()
        await page.getByRole("alert").getByText(error.message).waitFor()
        await page.unroute("**/api/moderation/reports*")
        await page.getByRole("button", { name: "Show more" }).click()
        await expect.poll(() => entry(page, "Robin Doe").count()).toBe(11)
        expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0)
      },
      [/ERR_FAILED/, /status of 429/],
    )
  })

  test("is needed for the page: others see Access Denied", async () => {
    await story(async (page) => {
      await page.goto("/admin/reports")
      await main(page).getByText("Authentication Required").waitFor()
      await enter(page, mika, "/admin/reports")
      await main(page).getByText("Access Denied").waitFor()
      await main(page).getByText("Moderator", { exact: false }).waitFor()
      await page.getByRole("button", { name: "Account", exact: true }).click()
      await page.getByRole("menu").waitFor()
      expect(await page.getByRole("menuitem", { name: "Reports" }).count()).toBe(0)
    })
  })
})

test("administrators see how many profiles have open reports, beside the four tabs, and find the way back", async () => {
  const chief = await signUpAndVerify(site, { full_name: "Chief" })
  await site.services.database.db.insert(user_roles).values({ user_id: chief.user_id, role: "admin" })
  await report(mika)
  await story(async (page) => {
    await enter(page, chief, "/admin")
    await page.getByRole("tab").first().waitFor()
    await expect.poll(() => page.getByRole("tab").count()).toBe(4)
    await main(page).getByRole("link", { name: "Reports 1 open" }).click()
    await entry(page, "Mika Tanaka").waitFor()
    const row = main(page).getByRole("navigation", { name: "Admin Portal" })
    await row.getByRole("link", { name: "Card URLs" }).waitFor()
    await expect.poll(() => row.locator("[aria-current=page]").textContent()).toBe("Reports1 open")

    // The row comes with the roles, and moves nothing above it.
    const release = await hold(page, "**/api/me")
    await page.reload()
    const title = main(page).getByRole("heading", { level: 1 })
    const before = await title.boundingBox()
    release()
    await row.waitFor()
    const after = await title.boundingBox()
    expect([after?.y, after?.height]).toEqual([before?.y, before?.height])

    await row.getByRole("link", { name: "Users & Roles" }).click()
    await page.getByRole("tab", { name: "Users & Roles", selected: true }).waitFor()
    await main(page).getByRole("link", { name: "Reports 1 open" }).waitFor()
  })
})

test("an owner whose profile is hidden sees why in settings, in the edit form and on the page, sees their photo, and can still edit", async () => {
  const body = new Uint8Array(await photograph(60, 60))
  const headers = { ...mika.headers, "content-type": "image/jpeg" }
  await site.app.request("/api/profile/photo", { method: "PUT", headers, body })
  await hide(mika)
  await story(
    async (page) => {
      await enter(page, mika, "/settings")
      await main(page).getByText(HIDDEN).waitFor()
      await page.goto("/edit-profile")
      await main(page).getByText(HIDDEN).waitFor()
      const photo = page.getByRole("form", { name: "Profile" }).locator("img").first()
      await photo.waitFor()
      await expect.poll(() => photo.getAttribute("src")).toMatch(/^blob:/)
      await page.getByLabel("Job Title").fill("Potter")
      await page.getByRole("button", { name: "Save Changes" }).click()
      await page.getByText(UNAVAILABLE).waitFor()
      expect(await hiddenAt(mika)).not.toBeNull()
      const saysWhy = async () => {
        await main(page).getByText(HIDDEN).waitFor()
        await main(page).getByText("Reported as “Spam.” For now, no one can open the page", { exact: false }).waitFor()
        await expect
          .poll(() => main(page).getByRole("link", { name: "Edit Profile" }).getAttribute("href"))
          .toBe("/edit-profile")
        await expect
          .poll(() => main(page).getByRole("link", { name: "tell us why this is a mistake" }).getAttribute("href"))
          .toBe("/contact")
      }
      await saysWhy()
      await page.reload()
      await saysWhy()
      expect(await faultsOf(page, "own-hidden")).toEqual([])
    },
    [/status of 404/],
  )
})

test("an owner whose further profile is hidden sees why on its page, in its edit form and in settings, and can still edit", async () => {
  const { furtherProfiles, clock } = site.services
  const choir = { username: "mika-choir", full_name: "Mika sings" }
  const { id } = await furtherProfiles.create({ ...mika, full_name: "Mika Tanaka" }, choir, clock())
  await hide({ ...mika, ...choir, user_id: id })
  await story(
    async (page) => {
      await enter(page, mika, "/mika-choir")
      const saysWhy = async () => {
        await main(page).getByText("Your profile mika-choir is hidden while we review a report").waitFor()
        await main(page).getByText("Reported as “Spam.” For now, no one can open the page", { exact: false }).waitFor()
        await expect
          .poll(() => main(page).getByRole("link", { name: "tell us why this is a mistake" }).getAttribute("href"))
          .toBe("/contact")
      }
      await saysWhy()
      await main(page).getByRole("link", { name: "Edit Profile" }).click()
      await page.waitForURL("**/edit-profile?profile=mika-choir")
      await saysWhy()
      expect(await page.getByLabel("Job Title").isEditable()).toBe(true)
      await page.goto("/settings")
      await saysWhy()
    },
    [/status of 404/],
  )
})

describe("no screen has an accessibility fault, at any width, in light or in dark", () => {
  const check = async (page: Page, name: string) => expect(await faultsOf(page, name)).toEqual([])
  const look = (run: (page: Page) => Promise<void>) => story(run, [/status of 404/])
  const wordy = () =>
    signUpAndVerify(site, { full_name: "Maximiliane-Konstantinopolitanische von und zu Hohenstaufen-Wittelsbach" })

  test("that a visitor sees", async () => {
    const { username } = await wordy()
    await look(async (page) => {
      await page.goto(`/${mika.username}`)
      await page.getByRole("link", { name: "Report this profile" }).waitFor()
      await check(page, "profile")
      await page.goto(`/report/${username}`)
      await page.getByRole("button", { name: "Send Report" }).click()
      await page.getByText("Choose a reason").waitFor()
      // However long the name is, the form begins soon.
      await page.setViewportSize({ width: 375, height: 812 })
      const { height } = (await main(page).getByText("Maximiliane-").boundingBox()) ?? { height: 0 }
      expect([height > 0, height < 80]).toEqual([true, true])
      await check(page, "report")
      await page.getByRole("radio", { name: /^Spam/ }).check()
      await page.getByRole("button", { name: "Send Report" }).click()
      await heading(page, "We got your report").waitFor()
      await check(page, "report-sent")
      await page.goto("/report/nobody-here")
      await main(page).getByText(UNAVAILABLE).waitFor()
      await check(page, "report-nobody")
    })
  })

  test("that a moderator sees", async () => {
    await look(async (page) => {
      await enter(page, ren, "/admin/reports")
      await main(page).getByText("No open reports").waitFor()
      await check(page, "reports-empty")
      await report(mika, "impersonation", "This is not the real Mika.")
      site.advance(1000)
      const person = await wordy()
      for (const reason of ["spam", "fraud", "offensive", "illegal", "other", "spam"])
        await report(person, reason, `${"A long explanation with many words. ".repeat(6)}${"x".repeat(120)}`)
      await page.reload()
      await entry(page, "Mika Tanaka").getByText("What the profile says").click()
      await check(page, "reports")
      const later = page.getByRole("list", { name: "Earlier reports" })
      const rest = main(page).getByText("and 1 more")
      expect([await later.isVisible(), await rest.isVisible()]).toEqual([false, false])
      await page.getByText("Show 3 more", { exact: true }).click()
      expect(await later.getByRole("listitem").count()).toBe(3)
      await rest.waitFor()
      await entry(page, "Mika Tanaka").getByRole("button", { name: "Hide profile" }).click()
      await page.getByRole("alertdialog").waitFor()
      await check(page, "reports-asking")
      await page.getByRole("alertdialog").getByRole("button", { name: "Hide profile" }).click()
      await entry(page, "Mika Tanaka").waitFor({ state: "detached" })
      await page.getByRole("tab", { name: "Hidden profiles" }).click()
      await entry(page, "Mika Tanaka").waitFor()
      await check(page, "reports-hidden")
    })
  })

  test("that the owner of a hidden profile sees", async () => {
    await hide(mika)
    await look(async (page) => {
      await enter(page, mika, "/settings")
      await main(page).getByText(HIDDEN).waitFor()
      await main(page)
        .getByText("It opens no page while your profile is hidden. Your offline QR code still works.")
        .waitFor()
      await check(page, "settings-hidden")
      await page.goto("/edit-profile")
      await main(page).getByText(HIDDEN).waitFor()
      // There can be no other one now.
      await page.getByRole("button", { name: "Save Changes" }).waitFor()
      expect(await page.getByRole("link", { name: "Add another profile" }).count()).toBe(0)
      await check(page, "edit-hidden")
      await page.goto("/settings/card")
      await page.getByText("Scan to save the contact. Your page is hidden for now.").waitFor()
      await page.getByText("Saved on this device. Works offline.").waitFor()
      await check(page, "hand-over-hidden")
      // Its caption has two lines, that of the other side has one.
      const top = () =>
        page.getByText("Mika Tanaka", { exact: true }).evaluate((name) => name.getBoundingClientRect().top)
      await page.setViewportSize({ width: 375, height: 812 })
      await settled(page)
      const before = await top()
      await page.getByRole("tab", { name: "Profile" }).click()
      await page.getByText("Your page is hidden for now.").waitFor()
      expect(await page.getByText("Scan to view").count()).toBe(0)
      expect(await page.getByText("Works offline").count()).toBe(0)
      expect(await top()).toBe(before)
      await check(page, "hand-over-hidden-page")
    })
  })
})
