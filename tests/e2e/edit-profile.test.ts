// Filling in one's profile in a browser (specification sections 2, 4, 5 and 8).
import { Buffer } from "node:buffer"
import type { Browser, Page, Route } from "playwright-core"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { hold, launch, refused, visit } from "../support/browser.ts"
import { photograph } from "../support/pictures.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, dialogOf, openAs, type Person, person, toast } from "../support/visitors.ts"

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

async function enter(page: Page, who: Person): Promise<void> {
  await openAs(page, who, "/edit-profile")
  await page.getByLabel("Full Name *").waitFor()
}
/** Twenty may sign up from one address within the hour: each name does so once. */
const known = new Map<string, Promise<void>>()
async function newcomer(username: string): Promise<Person> {
  const who = person(username)
  const made = known.get(username) ?? confirmedAccount(server, who)
  known.set(username, made)
  await made
  return who
}
const draftOf = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith("meishi-profile-draft:"))
    return key === undefined ? null : JSON.parse(localStorage.getItem(key) ?? "null").changes
  })

test("everything filled in is saved, and the profile page shows it", async () => {
  const who = await newcomer("mika")
  await visit(browser, { origin: server.origin }, async (page) => {
    await enter(page, who)
    await expect.poll(() => page.getByLabel("Full Name *").inputValue()).toBe("Mika Tanaka")
    await page.getByLabel("Job Title").fill("Product designer")
    await page.getByLabel("Phone Number").pressSequentially("4155550132")
    await expect.poll(() => page.getByLabel("Phone Number").inputValue()).toBe("(415) 555-0132")
    await page.getByLabel("Business Name").fill("Kumo Studio")
    await page.getByLabel("Email").fill("mika@kumo.example")
    await page.getByLabel("Website").fill("kumo.example")
    await page.getByLabel("Address").fill("1-2-3 Jingumae, Tokyo")
    await expect.poll(() => page.getByLabel("Website").inputValue()).toBe("https://kumo.example")
    await page.getByLabel("Bio").fill("I design calm software.")
    for (const label of [
      "Instagram",
      "Facebook",
      "TikTok",
      "X (formerly Twitter)",
      "Bluesky",
      "Pinterest",
      "LinkedIn",
      "YouTube",
    ])
      await page.getByLabel(label, { exact: true }).fill(`https://social.example/${label.charAt(0)}`)
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.waitForURL(`${server.origin}/mika`)
    await page.getByRole("heading", { name: "Mika Tanaka" }).waitFor()
    await toast(page, "Profile updated")
    await page.getByText("Product designer", { exact: true }).first().waitFor()
    await expect.poll(() => draftOf(page)).toBeNull()
    const saved = await (await fetch(`${server.origin}/api/profiles/mika`)).json()
    expect(saved.profile.business_phone).toBe("(415) 555-0132")
    expect(saved.profile.social_media.website).toBe("https://kumo.example")
    expect(Object.keys(saved.profile.social_media)).toHaveLength(9)
  })
})

test("saving is one request: the profile page shows its answer", async () => {
  const who = await newcomer("one-request")
  await visit(browser, { origin: server.origin }, async (page) => {
    await enter(page, who)
    await page.getByLabel("Job Title").fill("Typesetter")
    const asked: string[] = []
    page.on("request", (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith("/api/")) asked.push(`${request.method()} ${pathname}`)
    })
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.waitForURL(`${server.origin}/one-request`)
    await page.getByText("Typesetter", { exact: true }).first().waitFor()
    expect(asked.filter((call) => call !== "POST /api/visits")).toEqual(["PUT /api/profile"])
  })
})

test("the rules answer beside their fields, and nothing is saved", async () => {
  const who = await newcomer("sora")
  await visit(browser, { origin: server.origin }, async (page) => {
    await enter(page, who)
    await page.getByLabel("Full Name *").fill(" ")
    await page.getByLabel("Email").fill("not an address")
    await page.getByLabel("Website").fill("javascript:alert(1)")
    await page.getByLabel("Instagram").fill("nonsense")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.getByText("Name is required", { exact: true }).waitFor()
    await page.getByText("Please enter a valid email", { exact: true }).waitFor()
    await expect.poll(() => page.getByText("Please enter a valid URL", { exact: true }).count()).toBe(2)
    await expect
      .poll(() => page.getByLabel("Full Name *").evaluate((input) => input === document.activeElement))
      .toBe(true)
  })
})

test("the caret stays where it was while the phone number is formatted", async () => {
  const who = await newcomer("hana")
  await visit(browser, { origin: server.origin }, async (page) => {
    await enter(page, who)
    const phone = page.getByLabel("Phone Number")
    await phone.pressSequentially("4155550132999")
    await expect.poll(() => phone.inputValue()).toBe("(415) 555-0132")
    await phone.evaluate((input) => (input as HTMLInputElement).setSelectionRange(3, 3))
    await page.keyboard.press("Backspace")
    await expect.poll(() => phone.inputValue()).toBe("(455) 550-132")
    await page.keyboard.type("1")
    await expect.poll(() => phone.inputValue()).toBe("(415) 555-0132")
    await expect.poll(() => phone.evaluate((input) => (input as HTMLInputElement).selectionStart)).toBe(3)
  })
})

test("what was typed comes back after a reload, until it is discarded", async () => {
  const who = await newcomer("ren")
  await visit(browser, { origin: server.origin }, async (page) => {
    page.on("dialog", (dialog) => void dialog.accept())
    await enter(page, who)
    await page.getByLabel("Job Title").fill("Gardener")
    await expect.poll(async () => (await draftOf(page))?.job_title).toBe("Gardener")
    await page.reload()
    await expect.poll(() => page.getByLabel("Job Title").inputValue()).toBe("Gardener")
    await page.getByText("We restored your unsaved changes.").waitFor()
    await page.getByLabel("Full Name *").fill("")
    await expect.poll(async () => (await draftOf(page))?.full_name).not.toBe("")
    await page.getByRole("button", { name: "Cancel" }).click()
    const question = page.getByRole("alertdialog")
    await question
      .getByText("You have unsaved changes. Are you sure you want to discard them?", { exact: true })
      .waitFor()
    await question.getByRole("button", { name: "Keep editing" }).click()
    await expect.poll(() => page.getByLabel("Job Title").inputValue()).toBe("Gardener")
    await page.getByRole("button", { name: "Cancel" }).click()
    await question.getByRole("button", { name: "Discard" }).click()
    await page.waitForURL(`${server.origin}/ren`)
    await expect.poll(() => draftOf(page)).toBeNull()
  })
})

test("leaving with unsaved changes asks first, within the application and beyond it", async () => {
  const who = await newcomer("yuki")
  await visit(browser, { origin: server.origin, width: 1280 }, async (page) => {
    const asked: string[] = []
    page.on("dialog", (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await enter(page, who)
    await page.getByLabel("Job Title").fill("Sailor")
    await page.getByRole("button", { name: "Account" }).click()
    await page.getByRole("menuitem", { name: "Settings" }).click()
    const question = page.getByRole("alertdialog")
    await question
      .getByText("You have unsaved changes to your profile. Are you sure you want to leave?", { exact: true })
      .waitFor()
    await question.getByRole("button", { name: "Stay" }).click()
    await question.waitFor({ state: "detached" })
    expect(new URL(page.url()).pathname).toBe("/edit-profile")
    // A link that loads a document asks in the same style; only closing the tab or typing an address asks in the browser's.
    await page.getByRole("banner").getByRole("link", { name: "About" }).click()
    await question.getByRole("button", { name: "Stay" }).click()
    await question.waitFor({ state: "detached" })
    expect(asked).toEqual([])
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => asked).toEqual(["beforeunload"])
    await page.getByRole("button", { name: "Account" }).click()
    await page.getByRole("menuitem", { name: "Settings" }).click()
    await question.getByRole("button", { name: "Leave" }).click()
    await page.waitForURL("**/settings", { waitUntil: "commit" })
  })
})

test("signing out with unsaved changes asks first", async () => {
  const who = await newcomer("yuki")
  await visit(browser, { origin: server.origin }, async (page) => {
    await enter(page, who)
    await page.getByLabel("Job Title").fill("Sailor")
    const logOut = async () => {
      await page.getByRole("button", { name: "Account" }).click()
      await page.getByRole("menuitem", { name: "Logout" }).click()
    }
    const question = page.getByRole("alertdialog")
    await logOut()
    await question
      .getByText("You have unsaved changes to your profile. Are you sure you want to leave?", { exact: true })
      .waitFor()
    await question.getByRole("button", { name: "Stay" }).click()
    await question.waitFor({ state: "detached" })
    expect(await page.getByLabel("Job Title").inputValue()).toBe("Sailor")
    await logOut()
    await question.getByRole("button", { name: "Leave" }).click()
    await page.waitForURL(`${server.origin}/`)
    await page.getByRole("banner").getByRole("link", { name: "Login" }).waitFor()
  })
})

test("while a photo is on its way, leaving asks and saving waits, so that the profile's page shows it", async () => {
  const who = await newcomer("nao")
  await visit(browser, { origin: server.origin }, async (page) => {
    await enter(page, who)
    const letGo = await hold(page, "**/api/profile/photo")
    await page
      .getByLabel("Photo", { exact: true })
      .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: await photograph(200, 200, "png") })
    await page.getByRole("button", { name: "Uploading..." }).waitFor()
    await page.getByRole("button", { name: "Account" }).click()
    await page.getByRole("menuitem", { name: "Settings" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Stay" }).click()
    await page.getByRole("alertdialog").waitFor({ state: "detached" })

    await page.getByLabel("Job Title").fill("Potter")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.locator("[aria-busy=true]", { hasText: "Save Changes" }).waitFor()
    expect(new URL(page.url()).pathname).toBe("/edit-profile")
    letGo()
    await page.waitForURL(`${server.origin}/nao`)
    await page.locator('.portrait img[src*="/files/profile-pictures/profiles/"]').first().waitFor()
  })
})

test("a photo is shown at once, sent, and part of the card", async () => {
  const who = await newcomer("aoi")
  const picture = await sharp({ create: { width: 500, height: 500, channels: 3, background: "#bd3317" } })
    .png()
    .toBuffer()
  await visit(browser, { origin: server.origin }, async (page) => {
    // A save before it led elsewhere: the profile's page still shows the photo.
    await openAs(page, who, "/edit-profile?return=%2Fsettings")
    await page.getByLabel("Bio").fill("Prints.")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.waitForURL("**/settings")
    await page.getByRole("button", { name: "Account", exact: true }).click()
    await page.getByRole("menuitem", { name: "Edit Profile" }).click()
    await page.waitForURL("**/edit-profile")
    const letGo = await hold(page, "**/api/profile/photo")
    const files = page.getByLabel("Photo", { exact: true })
    await files.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture })
    await page.getByRole("button", { name: "Uploading..." }).waitFor()
    await page.locator('form img[src^="blob:"]').first().waitFor()
    letGo()
    await toast(page, "Image uploaded")
    await page.locator('form img[src*="/files/profile-pictures/profiles/"]').first().waitFor()
    await page.getByRole("button", { name: "Change Photo" }).waitFor()
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.waitForURL("**/aoi")
    await page.locator("article img[src*='/files/profile-pictures/']").waitFor()
  })
})

test("a file of another type and one too large are refused before anything is sent", async () => {
  const who = await newcomer("kai")
  await visit(browser, { origin: server.origin }, async (page) => {
    const sent: string[] = []
    page.on("request", (request) => request.method() === "PUT" && sent.push(new URL(request.url()).pathname))
    await enter(page, who)
    const files = page.getByLabel("Photo", { exact: true })
    await files.setInputFiles({ name: "me.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") })
    await toast(page, "Upload failed")
    await toast(page, "Invalid file type. Please upload an image file (JPEG, PNG, GIF, or WEBP).")
    await files.setInputFiles({ name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
    await toast(page, "File too large. Please select an image under 5MB.")
    expect(sent).not.toContain("/api/profile/photo")
  })
})

test("a file that only claims to be a picture is refused by the server with the sentence of the type", async () => {
  const who = await newcomer("nao")
  await visit(browser, { origin: server.origin, expected: [refused(415, "/api/profile/photo")] }, async (page) => {
    await enter(page, who)
    const files = page.getByLabel("Photo", { exact: true })
    await files.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("not a picture at all") })
    await toast(page, "Upload failed")
    await toast(page, "Invalid file type. Please upload an image file (JPEG, PNG, GIF, or WEBP).")
  })
})

test.each(["jpeg", "png"] as const)(
  "a %s that the server cannot read is reported once, with the reason",
  async (type) => {
    const who = await newcomer("uta")
    const whole = await photograph(200, 200, type)
    await visit(browser, { origin: server.origin, expected: [refused(422, "/api/profile/photo")] }, async (page) => {
      await enter(page, who)
      const buffer = whole.subarray(0, whole.length / 2)
      await page.getByLabel("Photo", { exact: true }).setInputFiles({ name: "me", mimeType: `image/${type}`, buffer })
      await toast(page, "Upload failed")
      await toast(page, "Upload failed: the image is damaged or incomplete.")
    })
  },
)

test("an upload that fails, or whose answer names no picture, shows the matching message", async () => {
  const who = await newcomer("sho")
  await visit(browser, { origin: server.origin, expected: [/ERR_FAILED|status of 422/] }, async (page) => {
    await enter(page, who)
    const answers: [(route: Route) => Promise<void>, string][] = [
      [(route) => route.abort(), "Failed to upload image. Please try again."],
      [(route) => route.fulfill({ status: 422, json: { error: "" } }), "There was a problem uploading your image"],
      [(route) => route.fulfill({ json: {} }), "Failed to get image URL"],
      [(route) => route.fulfill({ body: "no JSON" }), "Failed to get public URL for the uploaded image."],
    ]
    for (const [answer, sentence] of answers) {
      await page.route("**/api/profile/photo", answer)
      await page.getByLabel("Photo", { exact: true }).setInputFiles({
        name: "me.png",
        mimeType: "image/png",
        buffer: await photograph(200, 200, "png"),
      })
      await page.getByText(sentence, { exact: true }).first().waitFor()
      await page.unroute("**/api/profile/photo")
    }
  })
})

test("a large photo is given more time than a form, but not for ever", async () => {
  const who = await newcomer("slow-photo")
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.clock.install()
    await enter(page, who)
    await page.route("**/api/profile/photo", () => {})
    const isSent = page.waitForRequest("**/api/profile/photo")
    const buffer = Buffer.concat([await photograph(200, 200, "png"), Buffer.alloc(4_500_000)])
    await page.getByLabel("Photo", { exact: true }).setInputFiles({ name: "me.png", mimeType: "image/png", buffer })
    await isSent
    await page.clock.runFor(115_000)
    expect(await page.getByText("Uploading...").count()).toBeGreaterThan(0)
    await page.clock.runFor(10_000)
    await page.getByText("Failed to upload image. Please try again.", { exact: true }).first().waitFor()
  })
})

test("without a profile the title is Create Profile, and the name from sign-up is filled in", async () => {
  const who = await newcomer("emi")
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.route("**/api/me", async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), profile: null } })
    })
    await enter(page, who)
    await page.getByRole("heading", { level: 1, name: "Create Profile" }).waitFor()
    await expect.poll(() => page.title()).toBe("Create Profile · Meishi")
    await expect.poll(() => page.getByLabel("Full Name *").inputValue()).toBe("Mika Tanaka")
  })
})

test("when the profile cannot be loaded, the user can still proceed", async () => {
  const who = await newcomer("jun")
  await visit(browser, { origin: server.origin, expected: [refused(503, "/api/me")] }, async (page) => {
    let isBroken = true
    await page.route("**/api/me", (route) => (isBroken ? route.fulfill({ status: 503, json: {} }) : route.continue()))
    await enter(page, who)
    await page.getByText("We couldn't load your profile").waitFor()
    await page.getByText("You can still proceed").waitFor()
    await page.getByLabel("Job Title").fill("Baker")
    isBroken = false
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByText("We couldn't load your profile").waitFor({ state: "detached" })
    await expect.poll(() => page.getByLabel("Job Title").inputValue()).toBe("Baker")
  })
})

test("saving over a profile that could not be loaded loses nothing", async () => {
  const who = await newcomer("aki")
  const stored = async () => (await (await fetch(`${server.origin}/api/profiles/aki`)).json()).profile
  await visit(browser, { origin: server.origin, expected: [refused(503, "/api/me")] }, async (page) => {
    await enter(page, who)
    await page.getByLabel("Full Name *").fill("Aki Sato")
    await page.getByLabel("Bio").fill("Baker and cyclist.")
    await page.getByLabel("Instagram").fill("https://instagram.com/aki")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.waitForURL("**/aki")
    await page.getByRole("heading", { name: "Aki Sato" }).waitFor()

    let isBroken = true
    await page.route("**/api/me", (route) => (isBroken ? route.fulfill({ status: 503, json: {} }) : route.continue()))
    await page.goto("/edit-profile")
    await page.getByText("We couldn't load your profile").waitFor()
    await page.getByLabel("Full Name *").fill("Aki Sato")
    await page.getByLabel("Job Title").fill("Baker")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.waitForURL("**/aki")
    expect(await stored()).toMatchObject({ job_title: "Baker", bio: "Baker and cyclist." })
    expect((await stored()).social_media).toEqual({ instagram: "https://instagram.com/aki" })

    await page.goto("/edit-profile")
    await page.getByText("We couldn't load your profile").waitFor()
    await page.getByLabel("YouTube").fill("https://youtube.com/@aki")
    isBroken = false
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.waitForURL("**/aki")
    expect(await stored()).toMatchObject({ full_name: "Aki Sato", job_title: "Baker", bio: "Baker and cyclist." })
    expect(Object.keys((await stored()).social_media).sort()).toEqual(["instagram", "youtube"])

    // The name is from sign-up, and every save has one: without the stored one, nothing is saved.
    isBroken = true
    await page.goto("/edit-profile")
    await page.getByText("We couldn't load your profile").waitFor()
    expect(await page.getByLabel("Full Name *").inputValue()).toBe("Mika Tanaka")
    await page.getByLabel("Job Title").fill("Cyclist")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await toast(page, "Update failed")
    expect(await stored()).toMatchObject({ full_name: "Aki Sato", job_title: "Baker" })
    isBroken = false
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.waitForURL("**/aki")
    expect(await stored()).toMatchObject({ full_name: "Aki Sato", job_title: "Cyclist" })

    isBroken = true
    await page.goto("/edit-profile")
    await page.getByText("We couldn't load your profile").waitFor()
    await page.getByLabel("Address").fill("1 Quay Street")
    isBroken = false
    await page.getByRole("button", { name: "Try again" }).click()
    await expect.poll(() => page.getByLabel("Bio").inputValue()).toBe("Baker and cyclist.")
    await expect.poll(() => page.getByLabel("Full Name *").inputValue()).toBe("Aki Sato")
    await expect.poll(() => page.getByLabel("Address").inputValue()).toBe("1 Quay Street")
  })
})

test("a save that fails says so and keeps everything", async () => {
  const who = await newcomer("rin")
  await visit(browser, { origin: server.origin, expected: [refused(503, "/api/profile")] }, async (page) => {
    await page.route("**/api/profile", (route) => route.fulfill({ status: 503, json: {} }))
    await enter(page, who)
    await page.getByLabel("Job Title").fill("Pilot")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await toast(page, "Update failed")
    await expect.poll(() => page.getByLabel("Job Title").inputValue()).toBe("Pilot")
    await expect.poll(async () => (await draftOf(page))?.job_title).toBe("Pilot")
  })
})

test.each([
  { answer: "without its reason", how: { status: 422, json: { error: "" } }, expected: [refused(422, "/api/profile")] },
  { answer: "that names no profile", how: { body: "no JSON" }, expected: [] },
])("a save with an answer $answer says that there was a problem", async ({ how, expected }) => {
  const who = await newcomer("sen")
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    await page.route("**/api/profile", (route) => route.fulfill(how))
    await enter(page, who)
    await page.getByLabel("Job Title").fill("Pilot")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await toast(page, "Update failed")
    await toast(page, "There was a problem updating your profile")
    await expect.poll(async () => (await draftOf(page))?.job_title).toBe("Pilot")
  })
})

test("on a phone the card shows in a sheet that Escape closes, and follows what is typed", async () => {
  const who = await newcomer("mei")
  await visit(browser, { origin: server.origin }, async (page) => {
    await enter(page, who)
    const preview = page.getByRole("button", { name: "Preview" })
    const card = page.getByRole("dialog", { name: "Preview" }).locator("article")
    await preview.click()
    // An empty card shows what can stand on it, and the seal in the color that the name will have.
    await card.getByText("What you do", { exact: true }).waitFor()
    await page.keyboard.press("Escape")
    await card.waitFor({ state: "detached" })
    await page.getByLabel("Job Title").fill("Astronomer")
    await preview.click()
    await card.getByText("Astronomer", { exact: true }).waitFor()
    await expect.poll(() => card.getByText("Where you do it").count()).toBe(0)
    await page.keyboard.press("Escape")
    await card.waitFor({ state: "detached" })
    await expect.poll(() => page.getByLabel("Job Title").inputValue()).toBe("Astronomer")
  })
})

test("long words fit a phone, in the form and in its preview", async () => {
  const who = await newcomer("nagi")
  await visit(browser, { origin: server.origin }, async (page) => {
    await enter(page, who)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    for (const label of ["Address", "Bio"]) await page.getByLabel(label).fill("w".repeat(1100))
    for (const screen of [320, 375]) {
      await page.setViewportSize({ width: screen, height: 812 })
      await expect.poll(width).toBe(screen)
      await page.getByRole("button", { name: "Preview" }).click()
      await page.getByRole("dialog", { name: "Preview" }).locator("article").waitFor()
      await expect.poll(width).toBe(screen)
      await page.keyboard.press("Escape")
      await dialogOf(page).waitFor({ state: "detached" })
    }
  })
})

test("on a phone saving shows the first field that is wrong, whether this form or the server refuses it", async () => {
  const who = await newcomer("toma")
  await visit(browser, { origin: server.origin, expected: [refused(422, "/api/profile")] }, async (page) => {
    await enter(page, who)
    const save = () => page.getByRole("button", { name: "Save Changes" }).click()
    const isFocused = (label: string) =>
      page.getByLabel(label).evaluate((field) => field === document.activeElement && field.checkVisibility())
    await page.getByLabel("Website").fill("nonsense")
    await page.getByLabel("Address").fill("x".repeat(301))
    await save()
    await page.getByText("Please enter a valid URL", { exact: true }).waitFor()
    await page.getByText("1 character over the limit", { exact: true }).waitFor()
    await expect.poll(() => isFocused("Website")).toBe(true)

    await page.getByLabel("Website").fill("")
    await page.getByLabel("Address").fill("")
    const error = { code: "invalid", message: "Please check the marked fields.", fields: { bio: "This is too long" } }
    await page.route("**/api/profile", (route) => route.fulfill({ status: 422, json: { error } }))
    await save()
    await page.getByText("This is too long", { exact: true }).waitFor()
    await expect.poll(() => isFocused("Bio")).toBe(true)
  })
})

/** What lies over the focused element, or null. */
const coverOfFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused.closest("header, .sticky, .actions")) return null
    const { left, top, width, height } = focused.getBoundingClientRect()
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    const isSeen =
      over === null ||
      focused.contains(over) ||
      over.contains(focused) ||
      focused.closest("label, fieldset")?.contains(over)
    return isSeen ? null : `${focused.outerHTML.slice(0, 90)} below ${over.outerHTML.slice(0, 90)}`
  })

test.each([
  [375, 700],
  [1200, 700],
])("at %i × %i pixels the bar with the buttons covers nothing that has the focus", async (width, height) => {
  const who = await newcomer("toma")
  await visit(browser, { origin: server.origin, width }, async (page) => {
    await page.setViewportSize({ width, height })
    await enter(page, who)
    const covered: string[] = []
    let stops = 0
    for (let isInside = true; isInside && stops < 150; stops++) {
      await page.keyboard.press("Tab")
      await page.evaluate("new Promise(requestAnimationFrame)")
      const cover = await coverOfFocus(page)
      if (cover !== null) covered.push(cover)
      isInside = !(await page.evaluate(() => document.activeElement?.textContent?.includes("Save Changes") ?? false))
    }
    expect(stops).toBeGreaterThan(30)
    expect(covered).toEqual([])
  })
})

test("of consecutive failed uploads only the last is shown, and none after a success", async () => {
  const who = await newcomer("uta")
  await visit(browser, { origin: server.origin }, async (page) => {
    await enter(page, who)
    const toasts = page.getByRole("region", { name: "Notifications" })
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.getByLabel("Photo", { exact: true }).setInputFiles({ name, mimeType, buffer })
    await choose("me.svg", "image/svg+xml", Buffer.from("<svg/>"))
    await toast(page, "Upload failed")
    await choose("big.png", "image/png", Buffer.alloc(5 * 1024 * 1024 + 1))
    await toast(page, "File too large. Please select an image under 5MB.")
    await expect.poll(() => toasts.getByText("Upload failed", { exact: true }).count()).toBe(1)
    await choose("me.png", "image/png", await photograph(200, 200, "png"))
    await toast(page, "Image uploaded")
    await expect.poll(() => toasts.getByText("Upload failed", { exact: true }).count()).toBe(0)
  })
})

test("near its limit a field says how much room is left, and beyond it by how much it is too long", async () => {
  const who = await newcomer("uta")
  await visit(browser, { origin: server.origin }, async (page) => {
    await enter(page, who)
    for (const [label, max] of [
      ["Full Name *", 100],
      ["Address", 300],
      ["Bio", 1000],
    ] as const) {
      const field = page.getByLabel(label)
      await field.fill("x".repeat(max / 2))
      expect(await page.getByText(/characters? left/).count()).toBe(0)
      await field.fill("x".repeat(max - 1))
      await page.getByText("1 character left", { exact: true }).waitFor()
      await field.fill("x".repeat(max + 37))
      await page.getByText("37 characters over the limit", { exact: true }).waitFor()
      await page.getByRole("button", { name: "Save Changes" }).click()
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true")
      await expect.poll(() => page.getByText("37 characters over the limit", { exact: true }).count()).toBe(1)
      await expect.poll(() => page.getByText("This is too long", { exact: true }).count()).toBe(0)
      await field.fill("xx")
    }
  })
})
