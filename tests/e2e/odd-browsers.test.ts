// Unusual browsers: storage forbidden, no script, a very narrow screen.
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { FOR_MEMBERS, FOR_VISITORS } from "../support/addresses.ts"
import { launch, visit } from "../support/browser.ts"
import { settled } from "../support/looks.ts"
import { startSite } from "../support/site.ts"
import { linkIn, type TestServer } from "../support/test-server.ts"
import { confirmedAccount, fillSignUp, openAs, person, signIn, toast } from "../support/visitors.ts"

const MIKA = person("mika")
let server: TestServer
let browser: Browser

beforeAll(async () => {
  server = await startSite()
  browser = await launch()
  await confirmedAccount(server, MIKA)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

test("a browser that forbids storage still lets its user sign in, write and save", async () => {
  await visit(browser, server, async (page) => {
    // As Chromium does it when all cookies are blocked.
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, {
          configurable: true,
          get() {
            throw new DOMException("Access is denied for this document.", "SecurityError")
          },
        })
    })
    await page.goto("/signup")
    await page.getByRole("heading", { name: "Create an Account" }).waitFor()
    await signIn(page, MIKA)
    await page.waitForURL("**/edit-profile")
    await page.getByLabel("Job Title").fill("Potter")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.waitForURL("**/mika")
    await toast(page, "Profile updated")
    await page.getByText("Potter", { exact: true }).waitFor()
    await page.goto("/mika")
    await page.getByText("Potter", { exact: true }).waitFor()
  })
})

test("without scripts a page of the application says so, and does not pretend to load", async () => {
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
  try {
    const page = await context.newPage()
    for (const path of ["/login", "/signup", "/edit-profile", "/settings", "/verify-email", "/reset-password"]) {
      await page.goto(path)
      expect(await page.getByRole("main").innerText(), path).toBe(
        "This page needs JavaScript. Public profiles and the information pages work without it.",
      )
    }
  } finally {
    await context.close()
  }
})

test("nothing can be pressed or filled in before the script that answers it runs", async () => {
  await confirmedAccount(server, person("chief", "Chihiro Chief"))
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
  const lost: Record<string, string[]> = {}
  let controls = 0
  try {
    const page = await context.newPage()
    for (const [path] of Object.values({ ...FOR_VISITORS, ...FOR_MEMBERS }).flat()) {
      await page.goto(path)
      const html = (each: HTMLElement[]) => each.map((control) => control.outerHTML)
      const all = await page.locator("button, input, select, textarea, [role=tab]").evaluateAll(html)
      // A form with an address works by itself.
      const waiting = ":disabled, [inert] *, form[action] *"
      const ready = page.locator(`:is(button, input, select, textarea, [role=tab]):not(${waiting})`)
      const found = await ready.evaluateAll(html)
      controls += all.length
      if (found.length > 0) lost[path] = found
    }
  } finally {
    await context.close()
  }
  expect(lost).toEqual({})
  expect(controls).toBeGreaterThan(10)
})

test("at 320 px the owner's controls stay inside the card", async () => {
  await visit(browser, { ...server, width: 320 }, async (page) => {
    await openAs(page, MIKA, "/mika")
    await settled(page)
    const code = await page.getByRole("button", { name: "QR code and link" }).boundingBox()
    const edit = await page.getByRole("link", { name: "Edit Profile" }).boundingBox()
    const card = await page.getByRole("article").boundingBox()
    for (const box of [code, edit])
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0) - 16)
  })
})

test("a browser from before 2022 saves a contact", async () => {
  await visit(browser, server, async (page) => {
    await page.addInitScript(() => {
      for (const name of ["toSorted", "toReversed", "toSpliced", "with"]) Reflect.deleteProperty(Array.prototype, name)
      for (const name of ["toWellFormed", "isWellFormed"]) Reflect.deleteProperty(String.prototype, name)
      for (const name of ["timeout", "any"]) Reflect.deleteProperty(AbortSignal, name)
    })
    await page.goto("/mika")
    const download = page.waitForEvent("download")
    await page.getByText("Save Contact", { exact: true }).click()
    await page.getByText("Contact saved successfully").waitFor()
    expect((await download).suggestedFilename()).toBe("Mika Tanaka.vcf")
    // What comes after it does too.
    await page.getByLabel("Your name").waitFor()
  })
})

test("without room in the storage, signing up and signing in still end where they should", async () => {
  const tight = person("tight")
  await visit(browser, server, async (page) => {
    await page.addInitScript(() => {
      const isSession = (key: string) => key.startsWith("meishi-session")
      const put = Storage.prototype.setItem
      Storage.prototype.setItem = function (key, value) {
        if (!isSession(key)) throw new DOMException("exceeded the quota", "QuotaExceededError")
        put.call(this, key, value)
      }
    })
    await page.goto("/signup")
    await fillSignUp(page, tight)
    await page.getByRole("button", { name: "Create Account" }).click()
    await page.getByText("Account created successfully!").waitFor()
    await page.goto(linkIn(await server.mailTo(tight.email), "/verify-email"))
    await page.getByText("Your email is verified").waitFor()
    await page.goto("/login?return=%2Fabout")
    await signIn(page, MIKA)
    await page.waitForURL("**/about")
  })
})
