// Connecting a device in the settings: its password is shown once, works in an address book, and stops working.
import { readFile } from "node:fs/promises"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, visit } from "../support/browser.ts"
import { basic } from "../support/dav.ts"
import { scan } from "../support/scan.ts"
import { newMember, openSettings, settingsCard } from "../support/settings-page.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"

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

test("a device is connected with what it needs, listed with its last use, and disconnected", async () => {
  const nori = await newMember(server, "nori")
  const { origin } = server
  const opened = async (secret: string) =>
    (await fetch(`${origin}/dav/`, { method: "PROPFIND", headers: { authorization: basic(nori.email, secret) } }))
      .status

  await visit(browser, { origin }, async (page) => {
    await openSettings(page, nori)
    const card = settingsCard(page, "Contacts Sync")
    await card.getByRole("button", { name: "Connect a device" }).click()
    const dialog = page.getByRole("dialog", { name: "Connect a device" })
    await dialog.getByRole("button", { name: "Continue" }).click()
    await dialog.getByText("Name is required").waitFor()
    await dialog.getByLabel("Device").fill("Nori's laptop")
    await page.keyboard.press("Enter")

    const setup = page.getByRole("dialog", { name: "Set up Nori's laptop" })
    // The field that had the focus is gone: the sheet itself has it now, and shows no ring.
    await expect.poll(() => setup.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await setup.evaluate((it) => getComputedStyle(it).outlineStyle)).toBe("none")
    const download = page.waitForEvent("download")
    await setup.getByRole("button", { name: "Download configuration profile" }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/\.mobileconfig$/)
    const profile = await readFile(await file.path(), "utf8")
    expect(profile).toContain(`<key>CardDAVUsername</key><string>${nori.email}</string>`)

    await setup.getByRole("tab", { name: "Other" }).click()
    const secret = (await setup.getByText(/^(?:[a-z2-7]{4}-){6}[a-z2-7]{4}$/).textContent()) ?? ""
    expect(profile).toContain(`<key>CardDAVPassword</key><string>${secret}</string>`)
    await setup.getByText(`${origin}/dav/`, { exact: true }).waitFor()
    await setup.getByRole("tab", { name: "Android" }).click()
    const code = setup.getByRole("img", { name: "QR code for DAVx⁵" })
    await code.waitFor()
    expect(scan(await code.screenshot())).toEqual([
      `davx5://${encodeURIComponent(nori.email)}:${secret}@${new URL(origin).host}/dav/`,
    ])
    await setup.getByRole("button", { name: "Done" }).click()
    await setup.waitFor({ state: "detached" })

    const row = card.getByRole("listitem")
    await expect.poll(() => row.textContent()).toMatch(/^Nori's laptopNot used yet, connected /)
    expect(await opened(secret)).toBe(207)
    await page.reload()
    await expect.poll(() => row.textContent()).toContain("Last used just now")

    await row.getByRole("button", { name: "Disconnect Nori's laptop" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click()
    await expect.poll(() => row.count()).toBe(0)
    expect(await opened(secret)).toBe(401)
  })
})
