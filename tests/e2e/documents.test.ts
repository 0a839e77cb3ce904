// Every document in a browser: its sentences, its links, and a console that stays silent; and the way between documents and application.
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { launch, refused, visit } from "../support/browser.ts"
import { firstSeen } from "../support/first-seen.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, person, signIn } from "../support/visitors.ts"

const MIKA = person("mika", "Mika Tanaka")
const LONG_DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" })

let server: TestServer
let browser: Browser

beforeAll(async () => {
  server = await startSite({ SUPPORT_EMAIL: "help@meishi.example" })
  browser = await launch()
  await confirmedAccount(server, MIKA)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const DOCUMENTS: [path: string, title: string, ...sentences: string[]][] = [
  [
    "/",
    "Connect, share, and build meaningful connections",
    "Smart Connections",
    "Global Reach",
    "Instant Sharing",
    "Learn More",
  ],
  [
    "/about",
    "About Meishi",
    "Our Mission",
    "Our Story",
    "Our Values",
    "User-centered design",
    "Privacy and data security",
    "Continuous innovation",
    "Inclusivity and accessibility",
    "Transparency",
  ],
  ["/contact", "Contact", "Email Us", "help@meishi.example", "24-48 hours on business days"],
  [
    "/faq",
    "Frequently Asked Questions",
    "How do I activate my card?",
    "Can I create a profile without a card?",
    "How does the card work?",
  ],
  [
    "/privacy",
    "Privacy Policy",
    "Effective date: May 22, 2025",
    "Information We Collect",
    "How We Use Your Information",
    "Sharing Your Information",
    "Security",
    "Your Choices",
    "Children Under 13",
    "Changes to This Policy",
    "Contact",
    "the time and the basic location (city and state)",
    "We do not sell your data.",
  ],
  [
    "/terms",
    "Terms of Service",
    "Accounts",
    "at least 13 years old",
    "Public Profiles",
    "NFC Card Use",
    "Prohibited Use",
    "Intellectual Property",
    "Termination",
    "Disclaimers",
    "Limitation of Liability",
    "Changes",
    "Contact",
  ],
  [
    "/acceptable-use",
    "Acceptable Use Policy",
    "Effective date: May 22, 2025",
    "Lawful Use",
    "Prohibited Content",
    "Security and Abuse",
    "Spam and Misuse",
    "Fair Use of Public Profiles",
    "Reporting Violations",
    "Enforcement",
    "warnings",
    "suspension or termination",
    "legal action",
  ],
]

test.each(DOCUMENTS)("%s has its sentences", async (path, title, ...sentences) => {
  await visit(browser, server, async (page) => {
    await page.goto(path)
    await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe(title)
    const text = await page.locator("body").innerText()
    for (const sentence of sentences) expect(text).toContain(sentence)
    expect(await page.context().cookies()).toEqual([])
  })
})

test("on a wide screen nothing waits to be shown: only a profile does, while it is parsed", async () => {
  await visit(browser, { ...server, width: 1280 }, async (page) => {
    for (const path of ["/", "/about", "/mika"]) {
      await page.goto(path)
      const waiting = page.evaluate(() =>
        document.getAnimations().filter((it) => it.effect?.getTiming().duration === 2000),
      )
      expect(await waiting, path).toEqual([])
    }
  })
})

test("the terms have the date of the day", async () => {
  const before = LONG_DATE.format(new Date())
  const html = await (await fetch(`${server.origin}/terms`)).text()
  const [, shown] = /Effective date: (\w+ \d+, \d{4})/.exec(html.replace(/<[^>]*>/g, "")) ?? []
  expect([before, LONG_DATE.format(new Date())]).toContain(shown)
})

test("header and footer link to every page, and show the year", async () => {
  await visit(browser, { ...server, width: 1280 }, async (page) => {
    await page.goto("/about")
    const links = async (name: string) =>
      page
        .getByRole("navigation", { name })
        .getByRole("link")
        .evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute("href")]))
    expect(await links("Main")).toEqual([
      ["About", "/about"],
      ["Contact", "/contact"],
    ])
    expect(await links("Platform")).toEqual([
      ["About", "/about"],
      ["Contact", "/contact"],
      ["FAQ", "/faq"],
      ["Login", "/login"],
    ])
    expect(await links("Legal")).toEqual([
      ["Privacy", "/privacy"],
      ["Terms", "/terms"],
      ["Acceptable Use", "/acceptable-use"],
    ])
    await page.getByText(`© ${new Date().getFullYear()} Meishi`).waitFor()
    await page.setViewportSize({ width: 375, height: 800 })
    expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(false)
    await page.getByRole("banner").getByRole("link", { name: "Login" }).waitFor()
    await page.getByRole("banner").getByRole("link", { name: "Sign Up" }).click()
    await page.waitForURL("**/signup")
  })
})

test("one question is open at a time, without any script", async () => {
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto("/faq")
  const open = () => page.locator("details[open] summary").allInnerTexts()
  await page.getByText("How do I activate my card?").click()
  await expect.poll(open).toEqual(["How do I activate my card?"])
  await page.getByText("How does the card work?").click()
  await expect.poll(open).toEqual(["How does the card work?"])
  await context.close()
})

test("the name a visitor types on the landing page is carried to the sign-up form", async () => {
  await visit(browser, server, async (page) => {
    await page.goto("/")
    const field = page.getByPlaceholder("your name here")
    await field.fill("Not Valid")
    await page.getByRole("button", { name: "Get your card" }).click()
    expect(new URL(page.url()).pathname).toBe("/")
    await field.fill("kaito")
    await page.getByRole("button", { name: "Get your card" }).click()
    await page.waitForURL("**/signup?username=kaito")
    await expect.poll(() => page.getByLabel("Username").inputValue()).toBe("kaito")
  })
})

test("the card on the landing page shows the typed name, and says whether it is free", async () => {
  await visit(browser, server, async (page) => {
    await page.goto("/")
    const scene = page.locator("[data-own-card]")
    const pattern = () => scene.locator("pattern path").getAttribute("d")
    const before = await pattern()
    await page.getByLabel("Your address").fill("anna-lind")
    await expect.poll(() => scene.locator(".p-name").textContent()).toBe("Anna Lind")
    expect(await pattern()).not.toBe(before)
    expect(await scene.textContent()).not.toContain("Mika")
    await page.getByText("anna-lind is available. Make it yours.").waitFor()
    await page.getByLabel("Your address").fill(MIKA.username)
    await page.getByText("This username is already taken").waitFor()
    await page.getByLabel("Your address").fill("Anna Lind")
    await page
      .getByRole("status")
      .getByText("Username can only contain lowercase letters, numbers, underscores and hyphens")
      .waitFor()
    await page.getByLabel("Your address").fill("")
    await expect.poll(() => scene.locator(".p-name").textContent()).toBe("Mika Tanaka")
  })
})

test("an unknown address shows the 404 page", async () => {
  await visit(browser, { ...server, expected: [refused(404, "/no/such/page")] }, async (page) => {
    await page.goto("/no/such/page")
    await page.getByRole("heading", { name: "404" }).waitFor()
    await page.getByText("Oops! Page not found", { exact: true }).waitFor()
    await page.getByRole("link", { name: "Return to Home" }).click()
    await page.waitForURL(`${server.origin}/`)
    expect(server.output()).toContain('"page.not_found","path":"/no/such/page"')
  })
})

describe("a profile reached from inside the application", () => {
  const toProfile = async (page: import("playwright-core").Page) => {
    await page.getByRole("banner").getByRole("button", { name: "Account" }).click()
    await page.getByRole("menuitem", { name: "My Profile" }).click()
  }

  test("shows skeletons for about half a second, then the same card with its functions", async () => {
    await visit(browser, server, async (page) => {
      await signIn(page, MIKA)
      await page.waitForURL("**/edit-profile")
      await page.getByLabel("Full Name *").waitFor()
      await page.getByRole("button", { name: "Save Changes" }).click()
      await page.getByRole("heading", { name: "Mika Tanaka" }).waitFor()
      const between = await firstSeen(page, { skeleton: "[role=status][aria-label=Loading]", card: "article h1" })
      await page.goto("/settings")
      await page.getByRole("heading", { name: "Account Settings" }).waitFor()
      await toProfile(page)
      await page.getByRole("heading", { level: 1, name: "Mika Tanaka" }).waitFor()
      expect(await between("skeleton", "card")).toBeGreaterThan(0)
      expect(await between("last click", "card")).toBeGreaterThan(400)
      await expect.poll(() => page.title()).toBe("Mika Tanaka · Meishi")
      await page.getByRole("link", { name: "Edit Profile" }).waitFor()
      const arriving = page.waitForEvent("download")
      await page.getByRole("link", { name: "Save Contact" }).click()
      expect((await arriving).suggestedFilename()).toBe("Mika Tanaka.vcf")
      await page.getByText("Contact saved successfully").waitFor()
    })
  })

  test("that cannot be fetched offers its owner to create one", async () => {
    await visit(browser, { ...server, expected: [refused(500, "/api/profiles/mika")] }, async (page) => {
      await page.route("**/api/profiles/mika", (route) => route.fulfill({ status: 500 }))
      await signIn(page, MIKA)
      await page.waitForURL("**/edit-profile")
      await toProfile(page)
      await page.getByText("There was an error loading this profile", { exact: true }).waitFor()
      await page.getByText("You might need to create your profile first.", { exact: true }).waitFor()
      await page.getByRole("link", { name: "Try again" }).click()
      await page.getByRole("heading", { level: 1, name: "Mika Tanaka" }).waitFor()
      await page.goto("/edit-profile")
      await page.getByLabel("Full Name *").waitFor()
      await toProfile(page)
      await page.getByRole("link", { name: "Create Profile" }).click()
      await page.waitForURL("**/edit-profile")
    })
  })
})
