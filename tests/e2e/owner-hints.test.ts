// What a card still lacks: its owner is invited to add it, on the card's own page; only the owner sees it.
import type { Browser, Locator } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, visit } from "../support/browser.ts"
import { settled } from "../support/looks.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, openAs, person } from "../support/visitors.ts"

const ROBIN = person("robin", "Robin Ashworth")
const INVITATION = "Finish your card"

let server: TestServer
let browser: Browser

beforeAll(async () => {
  server = await startSite()
  browser = await launch()
  await confirmedAccount(server, ROBIN)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

test("an unfinished card invites its owner to each field, and counts what is done", async () => {
  await visit(browser, server, async (page) => {
    await openAs(page, ROBIN, "/robin")
    const invitation = page.getByRole("region", { name: INVITATION })
    await invitation.getByText("0 of 5 done. Only you can see this.").waitFor()
    await expect
      .poll(() => invitation.getByRole("link").allInnerTexts())
      .toEqual(["Add a photo", "Say what you do", "Add a phone or email", "Write a line about yourself", "Add a link"])
    await invitation.getByRole("link", { name: "Write a line about yourself" }).click()
    const bio = page.getByLabel("Bio")
    await expect.poll(() => bio.evaluate((field) => field === document.activeElement)).toBe(true)
    await bio.fill("Gardens, mostly.")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await invitation.getByText("1 of 5 done. Only you can see this.").waitFor()
  })
})

test("they are below the card, where its code does not reach", async () => {
  await visit(browser, { ...server, width: 1280 }, async (page) => {
    await openAs(page, ROBIN, "/robin")
    await page.getByRole("link", { name: "Show my card" }).waitFor()
    await page.getByRole("region", { name: INVITATION }).waitFor()
    await settled(page)
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const invitation = await boxOf(page.getByRole("region", { name: INVITATION }))
    const card = await boxOf(page.getByRole("article"))
    const code = await boxOf(page.getByRole("complementary"))
    expect([invitation.x, invitation.width]).toEqual([card.x, card.width])
    expect(invitation.y).toBeGreaterThan(card.y + card.height)
    expect(invitation.y).toBeGreaterThan(code.y + code.height)
  })
})

test("visitors do not see them", async () => {
  await visit(browser, server, async (page) => {
    await page.goto("/robin", { waitUntil: "networkidle" })
    await page.getByRole("heading", { name: "Robin Ashworth" }).waitFor()
    expect(await page.content()).not.toContain(INVITATION)
  })
})
