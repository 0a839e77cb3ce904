// A person on their own page: what is typed is not lost without a question, a note is one touch away, and long tags fit on a phone.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, refused, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { PASSWORD, type Person, signIn as signInByApi, signUpAndVerify } from "../support/people.ts"
import { openAs, signIn, toast } from "../support/visitors.ts"

let site: ListeningApp
let browser: Browser
let mika: Person

beforeAll(async () => {
  site = await listeningApp()
  browser = await launch()
  mika = await signUpAndVerify(site, { username: "mika" })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const EMPTY = { full_name: "Ada Lovelace", job_title: "", business_name: "", entries: [], note: "", tags: [] }

async function opened(details: object, run: (page: Page) => Promise<void>, expected: RegExp[] = []): Promise<void> {
  const headers = { ...mika.headers, origin: site.origin }
  const body = JSON.stringify({ ...EMPTY, ...details })
  const { person } = await (await fetch(`${site.origin}/api/people`, { method: "POST", headers, body })).json()
  await visit(browser, { origin: site.origin, expected }, async (page) => {
    await openAs(page, { email: mika.email, password: PASSWORD }, `/people/${person.id}`)
    await run(page)
  })
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const question = (page: Page) => page.getByRole("alertdialog")

test("'Add a note' leads into the note, and Cancel asks before it discards what was typed", async () => {
  await opened({}, async (page) => {
    await button(page, "Add a note").click()
    const note = page.getByLabel("Note")
    await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type("Brings the punched cards")
    await button(page, "Cancel").click()
    await question(page).getByText("Are you sure you want to discard them?").waitFor()
    await question(page).getByRole("button", { name: "Cancel" }).click()
    await question(page).waitFor({ state: "detached" })
    expect(await note.inputValue()).toBe("Brings the punched cards")

    await page.getByRole("main").getByRole("link", { name: "People", exact: true }).click()
    await question(page)
      .getByText("You have unsaved changes. Are you sure you want to leave?", { exact: true })
      .waitFor()
    await question(page).getByRole("button", { name: "Stay" }).click()
    await question(page).waitFor({ state: "detached" })

    await button(page, "Cancel").click()
    await question(page).getByRole("button", { name: "Discard" }).click()
    // Nothing of the question is left in the way.
    await button(page, "Edit").click()
    expect(await note.inputValue()).toBe("")
    await button(page, "Cancel").click()
    await button(page, "Edit").waitFor()
  })
})

test("the longest tag fits on a phone, wherever it is shown", async () => {
  const widthOf = async (page: Page) => (await page.getByTitle("W".repeat(40)).boundingBox())?.width
  await opened({ tags: ["W".repeat(40), "fair"] }, async (page) => {
    await button(page, "Edit").waitFor()
    // As wide as the column of the name.
    expect(await widthOf(page)).toBeGreaterThan(230)
    expect(await faultsOf(page, "person-long-tag")).toEqual([])
    await button(page, "Edit").click()
    await button(page, `Remove ${"W".repeat(40)}`).waitFor()
    expect(await faultsOf(page, "edit-person-long-tag")).toEqual([])
    await page.goto("/people")
    await page.getByText("W".repeat(40), { exact: true }).waitFor()
    expect(await widthOf(page)).toBe(150)
    expect(await faultsOf(page, "people-long-tag")).toEqual([])
  })
})

const UNREACHABLE = "We couldn't reach the server. Please check your connection and try again."

async function adding(name: string, run: (page: Page) => Promise<void>, expected = [/ERR_FAILED/]): Promise<void> {
  await visit(browser, { origin: site.origin, expected }, async (page) => {
    await openAs(page, { email: mika.email, password: PASSWORD }, "/people/new")
    await page.getByLabel("Name", { exact: true }).fill(name)
    await page.getByLabel("Note").fill("Met at the fair")
    await run(page)
  })
}

test("a new person who could not be saved is not left without a question", async () => {
  await adding("Grace Hopper", async (page) => {
    await page.route("**/api/people", (route) => route.abort(), { times: 1 })
    await button(page, "Save Person").click()
    await toast(page, UNREACHABLE)
    await page.getByRole("link", { name: "Cancel" }).click()
    await question(page).getByText("Leave this page?").waitFor()
    await question(page).getByRole("button", { name: "Stay" }).click()
    await button(page, "Save Person").click()
    await page.getByRole("heading", { name: "Grace Hopper" }).waitFor()
  })
})

test("a new person is there once when only the answer was lost, and what was written since is added", async () => {
  await adding("Twice Pressed", async (page) => {
    const found = async () => {
      const answer = await fetch(`${site.origin}/api/people?q=Twice+Pressed`, { headers: mika.headers })
      const { people }: { people: { full_name: string }[] } = await answer.json()
      return people.length
    }
    const loseAnswer = () =>
      page.route("**/api/people", async (route) => route.fetch().then(() => route.abort()), { times: 1 })
    await loseAnswer()
    await button(page, "Save Person").click()
    await toast(page, UNREACHABLE)
    expect(await found()).toBe(1)
    await loseAnswer()
    const isLost = page.waitForEvent("requestfailed")
    await button(page, "Save Person").click()
    await isLost
    expect(await found()).toBe(1)
    await page.getByLabel("Note").fill("Call on Monday")
    await button(page, "Save Person").click()
    await page.getByText("Call on Monday").waitFor()
  })
})

test("a session that ends while a new person is saved loses nothing that was typed, and shows it to no one else", async () => {
  const ren = await signUpAndVerify(site, { username: "ren" })
  const ended = [refused(401, "/api/people")]
  await adding(
    "Katherine Johnson",
    async (page) => {
      const { access_token } = JSON.parse(await page.evaluate(() => localStorage["meishi-session"]))
      const headers = { authorization: `Bearer ${access_token}`, origin: site.origin }
      await fetch(`${site.origin}/auth/v1/logout?scope=global`, { method: "POST", headers })
      await button(page, "Save Person").click()
      await page.waitForURL("**/login?*")
      await signIn(page, { email: ren.email, password: PASSWORD })
      await page.waitForURL("**/people/new")
      const name = page.getByLabel("Name", { exact: true })
      await name.waitFor()
      expect(await name.inputValue()).toBe("")
      await openAs(page, { email: mika.email, password: PASSWORD }, "/people/new")
      await expect.poll(() => name.inputValue()).toBe("Katherine Johnson")
      expect(await page.getByLabel("Note").inputValue()).toBe("Met at the fair")
      await button(page, "Save Person").click()
      await page.getByRole("heading", { name: "Katherine Johnson" }).waitFor()
    },
    ended,
  )
  mika = { ...mika, ...(await signInByApi(site, mika.email)) }
})

test("what was typed about a new person does not outlive a sign-out that leaves it", async () => {
  await adding("Left Behind", async (page) => {
    await page.getByRole("banner").getByRole("button", { name: "Account" }).click()
    await page.getByRole("menuitem", { name: "Logout" }).click()
    await question(page).getByRole("button", { name: "Leave" }).click()
    await page.waitForURL(`${site.origin}/`)
    const kept = await page.evaluate(() => Object.keys(sessionStorage))
    expect(kept.filter((key) => key.startsWith("meishi"))).toEqual([])
  })
  mika = { ...mika, ...(await signInByApi(site, mika.email)) }
})

test("what was scanned is shown before a new person whom the end of a session interrupted, who comes with the next empty form", async () => {
  await visit(browser, { origin: site.origin }, async (page) => {
    await openAs(page, { email: mika.email, password: PASSWORD }, "/people/new")
    const name = page.getByLabel("Name", { exact: true })
    await name.waitFor()
    await page.evaluate((values) => {
      const { user } = JSON.parse(localStorage["meishi-session"])
      sessionStorage.setItem(`meishi-new-person:${user.id}`, JSON.stringify({ values, state: null }))
      const details = { ...values, full_name: "Grace Hopper" }
      history.replaceState({ ...history.state, usr: { details } }, "")
    }, EMPTY)
    await page.reload()
    await expect.poll(() => name.inputValue()).toBe("Grace Hopper")
    await button(page, "Save Person").click()
    await page.getByRole("heading", { name: "Grace Hopper" }).waitFor()
    await page.goto("/people/new")
    await expect.poll(() => name.inputValue()).toBe("Ada Lovelace")
  })
})

test("changes whose answer was lost are saved, and not taken for someone else's", async () => {
  await opened(
    { full_name: "Lost Answer" },
    async (page) => {
      await button(page, "Edit").click()
      await page.getByLabel("Job title").fill("Admiral")
      await page.route("**/api/people/*", async (route) => route.fetch().then(() => route.abort()), { times: 1 })
      await button(page, "Save Changes").click()
      await toast(page, UNREACHABLE)
      await button(page, "Save Changes").click()
      await page.getByRole("heading", { name: "Lost Answer" }).waitFor()
      await page.getByText("Admiral").waitFor()
    },
    [/ERR_FAILED/, refused(412, "/api/people")],
  )
})

/** Ends the session elsewhere while a changed job title is saved, and signs in again. */
async function signedOutWhileSaving(page: Page, jobTitle: string, meanwhile = async () => {}): Promise<void> {
  await button(page, "Edit").click()
  await page.getByLabel("Job title").fill(jobTitle)
  const address = page.url()
  const { access_token } = JSON.parse(await page.evaluate(() => localStorage["meishi-session"]))
  const headers = { authorization: `Bearer ${access_token}`, origin: site.origin }
  await fetch(`${site.origin}/auth/v1/logout?scope=global`, { method: "POST", headers })
  await button(page, "Save Changes").click()
  await page.waitForURL("**/login?*")
  mika = { ...mika, ...(await signInByApi(site, mika.email)) }
  await meanwhile()
  await signIn(page, { email: mika.email, password: PASSWORD })
  await page.waitForURL(address)
}

test("a session that ends while a person is saved loses nothing that was changed", async () => {
  await opened(
    { full_name: "Radia Perlman", note: "Trees" },
    async (page) => {
      await signedOutWhileSaving(page, "Engineer")
      await expect.poll(() => page.getByLabel("Job title").inputValue()).toBe("Engineer")
      expect(await page.getByLabel("Note").inputValue()).toBe("Trees")
      await page.getByRole("main").getByRole("link", { name: "People", exact: true }).click()
      await question(page).getByRole("button", { name: "Stay" }).click()
      await button(page, "Save Changes").click()
      await page.getByRole("heading", { name: "Radia Perlman" }).waitFor()
      await page.getByText("Engineer").waitFor()
      await page.reload()
      await button(page, "Edit").waitFor()
    },
    [refused(401, "/api/people")],
  )
})

test("changes that the end of a session interrupted do not replace what another device saved meanwhile", async () => {
  await opened(
    { full_name: "Barbara Liskov" },
    async (page) => {
      const address = `${site.origin}/api/people/${page.url().split("/").at(-1)}`
      await signedOutWhileSaving(page, "Professor", async () => {
        const { person } = await (await fetch(address, { headers: mika.headers })).json()
        const headers = { ...mika.headers, "if-match": `"${person.revision}"`, origin: site.origin }
        const body = JSON.stringify({ ...EMPTY, full_name: "Barbara Liskov", job_title: "Dean" })
        expect((await fetch(address, { method: "PUT", headers, body })).status).toBe(200)
      })
      await expect.poll(() => page.getByLabel("Job title").inputValue()).toBe("Professor")
      await button(page, "Save Changes").click()
      await button(page, "Load the latest version").click()
      await expect.poll(() => page.getByLabel("Job title").inputValue()).toBe("Dean")
    },
    [refused(401, "/api/people"), refused(412, "/api/people")],
  )
})
