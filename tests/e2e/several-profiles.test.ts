// Several profiles of one account, on the screens: adding one, switching, cards, deleting; and what stays as it was with a single one.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { profile_days } from "../../src/server/platform/db/schema.ts"
import { launch, refused, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { PASSWORD, type Person, signUpAndVerify } from "../support/people.ts"
import { openAs, toast } from "../support/visitors.ts"

const DESKTOP = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"

let site: ListeningApp
let browser: Browser

beforeAll(async () => {
  site = await listeningApp()
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const story = (run: (page: Page) => Promise<void>, expected: RegExp[] = []) =>
  visit(browser, { origin: site.origin, userAgent: DESKTOP, expected }, run)
const enter = (page: Page, { email }: Person, path: string) => openAs(page, { email, password: PASSWORD }, path)
const switcher = (page: Page) => page.getByRole("navigation", { name: "Your profiles" })

const withChoir = (person: Person) => withProfile(person, `${person.username}-choir`)

/** @returns its id */
async function withProfile(person: Person, username: string): Promise<string> {
  const answer = await fetch(`${site.origin}/api/account/profiles`, {
    method: "POST",
    headers: { ...person.headers, origin: site.origin },
    body: JSON.stringify({ username, full_name: "Mika sings" }),
  })
  return (await answer.json()).profile.id
}

test("with one profile the edit page has a quiet link, which leads to a second profile in four steps", async () => {
  const mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Tanaka" })
  await story(
    async (page) => {
      await enter(page, mika, "/edit-profile")
      await page.getByRole("button", { name: "Save Changes" }).waitFor()
      expect(await switcher(page).count()).toBe(0)
      await page.getByRole("link", { name: "Add another profile" }).click()
      await page.getByLabel("Name on the card").fill("Mika sings")
      await page.getByLabel("Web address").fill("mika")
      await page.getByRole("button", { name: "Add profile" }).click()
      await page.getByText("This username is already taken. Please choose a different username.").waitFor()
      await page.getByLabel("Web address").fill("mika-sings")
      await page.getByRole("button", { name: "Add profile" }).click()
      await page.waitForURL("**/edit-profile?profile=mika-sings")
      await page.getByLabel("Job Title").fill("Alto")
      await page.getByRole("button", { name: "Save Changes" }).click()
      await page.waitForURL("**/mika-sings")
      await page.getByRole("heading", { level: 1, name: "Mika sings" }).waitFor()
      await page.getByText("Alto", { exact: true }).waitFor()
      await page.getByRole("link", { name: "Edit Profile" }).click()
      await page.waitForURL("**/edit-profile?profile=mika-sings")
      await switcher(page).getByRole("link", { name: "Mika Tanaka" }).click()
      await page.waitForURL("**/edit-profile")
      await expect.poll(() => page.getByLabel("Job Title").inputValue()).toBe("")
    },
    [refused(409, "/api/account/profiles")],
  )
})

test("each profile keeps its own draft, and switching asks before it leaves changes", async () => {
  const ren = await signUpAndVerify(site, { username: "ren", full_name: "Ren Sato" })
  await withChoir(ren)
  await story(async (page) => {
    await enter(page, ren, "/edit-profile?profile=ren-choir")
    await page.getByLabel("Bio").fill("Tuesdays at seven.")
    await switcher(page).getByRole("link", { name: "Ren Sato" }).click()
    await page.getByRole("button", { name: "Leave" }).click()
    await page.waitForURL("**/edit-profile")
    await expect.poll(() => page.getByLabel("Bio").inputValue()).toBe("")
    await switcher(page).getByRole("link", { name: "Mika sings" }).click()
    await expect.poll(() => page.getByLabel("Bio").inputValue()).toBe("Tuesdays at seven.")
  })
})

test("saving a profile that was deleted in another window says so, and keeps what was typed", async () => {
  const tao = await signUpAndVerify(site, { username: "tao", full_name: "Tao Chen" })
  const choir = await withChoir(tao)
  await story(
    async (page) => {
      await enter(page, tao, "/edit-profile?profile=tao-choir")
      await page.getByLabel("Bio").fill("Tuesdays at seven.")
      const headers = { ...tao.headers, origin: site.origin }
      await fetch(`${site.origin}/api/account/profiles/${choir}`, { method: "DELETE", headers })
      await page.getByRole("button", { name: "Save Changes" }).click()
      await toast(page, "This profile was deleted while you were editing. Your text is still here, so you can copy it.")
      expect(await page.getByLabel("Bio").inputValue()).toBe("Tuesdays at seven.")
    },
    [refused(404, "/api/account/profiles/")],
  )
})

test("an address that names another person's profile edits none", async () => {
  const noor = await signUpAndVerify(site, { username: "noor" })
  await story(async (page) => {
    await enter(page, noor, "/edit-profile?profile=ren")
    await page.getByText("You don't have a profile at this address").waitFor()
    expect(await page.getByRole("button", { name: "Save Changes" }).count()).toBe(0)
  })
})

test("the menu, insights and the card to show know all profiles, and a card opens the chosen one", async () => {
  const kim = await signUpAndVerify(site, { username: "kim", full_name: "Kim Lee" })
  await withChoir(kim)
  const { cards, clock } = site.services
  const card = await cards.generate(clock())
  await cards.linkPending(card, kim.user_id, clock())
  await story(async (page) => {
    await enter(page, kim, "/settings")
    await page.getByLabel(`Profile that card ${card} opens`).selectOption({ label: "kim-choir" })
    await toast(page, "Your card now opens kim-choir")
    expect((await fetch(`${site.origin}/card/${card}`, { redirect: "manual" })).headers.get("location")).toBe(
      "/kim-choir",
    )
    await page.getByRole("button", { name: "Account", exact: true }).click()
    await page.getByRole("menuitem", { name: "kim-choir" }).waitFor()
    await page.goto("/settings/insights?profile=kim-choir")
    await switcher(page).getByRole("link", { name: "Mika sings" }).and(page.locator("[aria-current=page]")).waitFor()
    await page.goto("/settings/card?profile=kim-choir")
    await page.getByText("Mika sings").first().waitFor()
  })
})

test("a card is not pointed at a profile that was deleted in another window, and the choice goes", async () => {
  const ada = await signUpAndVerify(site, { username: "ada", full_name: "Ada Byron" })
  const [choir, work] = [await withChoir(ada), await withProfile(ada, "ada-work")]
  const { cards, clock } = site.services
  const card = await cards.generate(clock())
  await cards.linkPending(card, ada.user_id, clock())
  await story(
    async (page) => {
      await enter(page, ada, "/settings")
      const opens = page.getByLabel(`Profile that card ${card} opens`)
      await opens.getByText("ada-choir").waitFor({ state: "attached" })
      await fetch(`${site.origin}/api/account/profiles/${choir}`, {
        method: "DELETE",
        headers: { ...ada.headers, origin: site.origin },
      })
      await opens.selectOption({ label: "ada-choir" })
      await toast(page, "This profile was deleted.")
      await expect.poll(() => opens.locator("option").allTextContents()).toEqual(["ada", "ada-work"])
      await opens.selectOption(work)
      await toast(page, "Your card now opens ada-work")
    },
    [refused(404, "/api/account/cards/")],
  )
})

test("a new profile is shown although the answer about it was lost", async () => {
  const ono = await signUpAndVerify(site, { username: "ono", full_name: "Ono Abe" })
  await story(
    async (page) => {
      await enter(page, ono, "/settings/profiles")
      await page.route("**/api/account/profiles", async (route) => {
        await route.fetch()
        await route.abort()
      })
      await page.getByLabel("Name on the card").fill("Ono sings")
      await page.getByLabel("Web address").fill("ono-sings")
      await page.getByRole("button", { name: "Add profile" }).click()
      await toast(page, "Couldn't create the profile")
      await page.getByRole("list", { name: "Profiles" }).getByText("Ono sings").waitFor()
    },
    [/net::ERR_FAILED/],
  )
})

test("the owner's own visits to a further profile are not counted", async () => {
  const lou = await signUpAndVerify(site, { username: "lou" })
  const id = await withChoir(lou)
  const views = async () => {
    await site.services.insights.flush()
    const rows = await site.services.database.db.select().from(profile_days)
    return rows.filter(({ profile_id }) => profile_id === id).length
  }
  await story(async (page) => {
    await enter(page, lou, "/settings")
    await page.getByRole("heading", { name: "My Personal Link" }).waitFor()
    await page.goto("/lou-choir")
    await page.getByRole("link", { name: "Edit Profile" }).waitFor()
    await page.waitForTimeout(1500)
    expect(await views()).toBe(0)
  })
  await story(async (page) => {
    await page.goto("/lou-choir")
    await page.waitForResponse((response) => response.url().endsWith("/api/visits"))
    expect(await views()).toBe(1)
  })
})

test("a further profile is deleted after a question, the first one cannot be", async () => {
  const pat = await signUpAndVerify(site, { username: "pat" })
  await withChoir(pat)
  await story(async (page) => {
    await enter(page, pat, "/settings/profiles")
    await page.getByRole("button", { name: "Delete pat-choir" }).click()
    await page.getByRole("button", { name: "Delete profile" }).click()
    await toast(page, "Profile deleted")
    await expect.poll(() => page.getByRole("listitem").filter({ hasText: "pat-choir" }).count()).toBe(0)
    await expect.poll(() => page.getByRole("button", { name: /^Delete/ }).count()).toBe(0)
    expect((await fetch(`${site.origin}/pat-choir`)).status).toBe(404)
  })
})

test("the page of all profiles has no faults, by day and at night, on a phone and a wide screen", async () => {
  const quinn = await signUpAndVerify(site, { username: "quinn" })
  await withChoir(quinn)
  await story(async (page) => {
    await enter(page, quinn, "/settings/profiles")
    await page.getByRole("button", { name: "Delete quinn-choir" }).waitFor()
    expect(await faultsOf(page, "profiles")).toEqual([])
    // On a wide screen, the address is as wide as the name, and shows where this site's part of it ends.
    await page.setViewportSize({ width: 1280, height: 900 })
    const name = await page.getByLabel("Name on the card").boundingBox()
    const field = await page.getByLabel("Web address").locator("..").boundingBox()
    expect(Math.abs((name?.width ?? 0) - (field?.width ?? 0))).toBeLessThan(2)
    const prefix = page.getByText(`${new URL(site.origin).host}/`, { exact: true })
    expect(await prefix.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    // What a profile is stands on the line of its address, on a phone, too, so that each takes two lines.
    await page.setViewportSize({ width: 375, height: 812 })
    const [badge, address] = await Promise.all(
      [page.getByText("First profile"), page.getByRole("link", { name: "/quinn", exact: true })].map((it) =>
        it.boundingBox(),
      ),
    )
    const middleOf = (it: typeof badge) => (it?.y ?? 0) + (it?.height ?? 0) / 2
    expect(Math.abs(middleOf(badge ?? null) - middleOf(address ?? null))).toBeLessThan(4)
    await page.goto("/edit-profile?profile=quinn-choir")
    await switcher(page).waitFor()
    expect(await faultsOf(page, "edit a further profile")).toEqual([])
  })
})
