// The people that an owner has met, on the screens: added by hand, by a code and from a file; found, changed, merged and deleted.
import { readFile } from "node:fs/promises"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { qrSvg } from "../../src/domain/contact/qr.ts"
import { hold, launch, refused, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf, settled } from "../support/looks.ts"
import { PASSWORD, type Person, signUpAndVerify } from "../support/people.ts"
import { dialogOf, openAs, toast } from "../support/visitors.ts"

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
  visit(browser, { origin: site.origin, expected }, run)
const enter = (page: Page, { email }: Person, path: string) => openAs(page, { email, password: PASSWORD }, path)
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true })

const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n")
const FILE =
  card("FN:Grace Hopper", "ORG:Navy", "EMAIL:grace@example.com", "CATEGORIES:navy") +
  card("FN:Alan Turing", "TEL:+1 202 555 0143") +
  card("FN:G. Hopper", "EMAIL:grace@example.com", "X-ROOM:7")

async function importFile(page: Page, mayRepeat: boolean) {
  await page.goto("/people/import")
  await page.getByText("Nothing is added until you confirm.").waitFor()
  await page
    .getByLabel("Contacts (.vcf)")
    .setInputFiles({ name: "all.vcf", mimeType: "text/vcard", buffer: Buffer.from(FILE) })
  await heading(page, "3 people in this file").waitFor()
  if (mayRepeat) await page.getByLabel("Also add people you already have").check()
}

test("the first person is added by hand, found by their note, changed and deleted", async () => {
  const mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Tanaka" })
  await story(async (page) => {
    await enter(page, mika, "/people")
    await heading(page, "Who will you meet first?").waitFor()
    expect(await faultsOf(page, "no-people")).toEqual([])
    await site.services.peopleNotices.save(mika.user_id, {
      ...{ retention_days: 0, event: "Spring fair", notices: "off" },
      event_until: new Date(Date.now() + 3_600_000),
    })
    await page.getByRole("link", { name: "Add manually" }).click()
    // The event of today, which the owner can change.
    await expect.poll(() => page.getByLabel("Where you met").inputValue()).toBe("Spring fair")
    await button(page, "Save Person").click()
    await page.getByText("Name is required").waitFor()
    await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace")
    await page.getByLabel("Company").fill("Engine Co")
    await button(page, "Add email").click()
    await page.getByLabel("Email", { exact: true }).fill("ada@example.com")
    await page.getByLabel("Note").fill("Brings the punched cards")
    await page.getByLabel("Tags", { exact: true }).fill("math")
    await page.keyboard.press("Enter")
    await button(page, "Remove math").waitFor()
    expect(await faultsOf(page, "new-person")).toEqual([])
    await button(page, "Save Person").click()
    await heading(page, "Ada Lovelace").waitFor()

    const draft = new URL((await page.getByRole("link", { name: "Write a follow-up" }).getAttribute("href")) ?? "")
    expect([draft.protocol, decodeURIComponent(draft.pathname)]).toEqual(["mailto:", "ada@example.com"])
    expect(draft.searchParams.get("body")).toContain("It was good to meet you at Spring fair.")
    expect(draft.searchParams.get("body")).toContain(`${site.origin}/mika`)
    expect(await page.getByRole("link", { name: "Download my contact card" }).getAttribute("href")).toBe("/mika.vcf")
    // How to reach them comes first. No number yet, so nobody to call.
    expect(await page.getByRole("link", { name: "Email", exact: true }).getAttribute("href")).toBe(
      "mailto:ada%40example.com",
    )
    expect(await page.getByRole("link", { name: "Call", exact: true }).count()).toBe(0)
    expect(await faultsOf(page, "person")).toEqual([])

    await button(page, "Edit").click()
    await button(page, "Add phone").click()
    await page.getByLabel("Phone", { exact: true }).fill("+44 20 7946 0000")
    await page.getByLabel("Job title").fill("Analyst")
    // On a phone, what it is comes first, and what removes it is beside it; then of which type.
    const [phone, type, remove] = await Promise.all(
      [
        page.getByLabel("Phone", { exact: true }),
        page.getByLabel("Type of phone", { exact: true }),
        button(page, "Remove phone 2"),
      ].map((part) => part.boundingBox()),
    )
    expect(type?.y).toBeGreaterThan((phone?.y ?? 0) + (phone?.height ?? 0))
    expect([type?.height, remove?.y]).toEqual([48, phone?.y])
    expect(await faultsOf(page, "edit-person")).toEqual([])
    // Saving is in reach wherever the form is scrolled to.
    await page.evaluate("scrollTo(0, 0)")
    await expect
      .poll(() => button(page, "Save Changes").evaluate((it) => it.getBoundingClientRect().bottom))
      .toBeLessThan(812)
    await button(page, "Save Changes").click()
    await page.getByText("Analyst · Engine Co").waitFor()
    expect(await page.getByRole("link", { name: "Call", exact: true }).getAttribute("href")).toBe("tel:+442079460000")

    const colorOf = () => page.getByText("AL", { exact: true }).evaluate((avatar) => getComputedStyle(avatar).color)
    const color = await colorOf()
    await page.getByRole("main").getByRole("link", { name: "People" }).click()
    await page.getByLabel("Search people").waitFor()
    expect(await colorOf(), "the same color everywhere").toBe(color)
    expect(color, "not the gray of the text").not.toBe(
      await page.getByText("Everyone you've met").evaluate((lead) => getComputedStyle(lead).color),
    )
    await page.getByLabel("Search people").fill("PUNCHED")
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("PUNCHED")
    await page.getByRole("link", { name: "Ada Lovelace", exact: true }).waitFor()
    await page.getByLabel("Search people").fill("nothing at all")
    await page.getByText("No one matches “nothing at all”", { exact: true }).waitFor()
    await button(page, "Show everyone").click()
    await page.getByLabel("Event").selectOption("Spring fair")
    await page.getByRole("link", { name: "Ada Lovelace", exact: true }).click()
    // One thing stands out.
    await heading(page, "Ada Lovelace").waitFor()
    expect(await page.getByRole("main").locator(".button.primary").allTextContents()).toEqual(["Call"])
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save contact").click()])
    expect(await readFile(await download.path(), "utf8")).toContain("FN:Ada Lovelace")
    await button(page, "Delete").click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
    await toast(page, "Person deleted")
    await heading(page, "Who will you meet first?").waitFor()
  })
})

test("someone who taps a card and leaves their details is shown with that card", async () => {
  const yui = await signUpAndVerify(site, { username: "yui", full_name: "Yui Mori" })
  const now = () => site.services.clock()
  const wallet = await site.services.cards.generate(now())
  await site.services.cards.linkPending(wallet, yui.user_id, now())
  await site.services.cards.setNickname(yui.user_id, wallet, "Wallet")
  await visit(browser, { origin: site.origin, userAgent: "Mozilla/5.0 (iPhone) Safari/604.1" }, async (page) => {
    await page.goto(`/card/${wallet}`)
    await page.waitForURL("**/yui")
    await site.services.cards.taps.settled()
    await page.goto("/exchange/yui")
    await page.getByLabel("Your name").fill("Ada Lovelace")
    await page.getByLabel("Your phone").fill("+44 20 7946 0958")
    await page.getByLabel("Your company").fill("Engine Co")
    await button(page, "Send").click()
    await page.getByText("Yui Mori has your info").waitFor()
  })
  await story(async (page) => {
    await enter(page, yui, "/people")
    await page.getByText("Tapped your card “Wallet”").waitFor()
    expect(await faultsOf(page, "people-tapped")).toEqual([])
    await page.getByRole("link", { name: "Ada Lovelace", exact: true }).click()
    // The list says the same.
    await heading(page, "Ada Lovelace").waitFor()
    await page.getByText("Tapped your card “Wallet”").waitFor()
    expect(await faultsOf(page, "person-tapped")).toEqual([])
  })
})

test("a contact with a note longer than the form takes is edited without its note", async () => {
  const sho = await signUpAndVerify(site, { username: "sho" })
  const note = "x".repeat(80_000)
  const headers = { ...sho.headers, "content-type": "text/vcard" }
  const body = card("FN:Ada Lovelace", `NOTE:${note}`)
  expect((await fetch(`${site.origin}/api/people/imports`, { method: "POST", headers, body })).status).toBe(201)
  await story(async (page) => {
    await enter(page, sho, "/people")
    await page.getByRole("link", { name: "Ada Lovelace", exact: true }).click()
    await button(page, "Edit").click()
    await page.getByLabel("Job title").fill("Analyst")
    await button(page, "Save Changes").click()
    await page.getByText("Analyst", { exact: true }).waitFor()
  })
  const { people } = await (await fetch(`${site.origin}/api/people`, { headers: sho.headers })).json()
  const { person } = await (await fetch(`${site.origin}/api/people/${people[0].id}`, { headers: sho.headers })).json()
  expect(person).toMatchObject({ job_title: "Analyst", note })
})

test("a file is shown before it is taken, leaves out who is there already, and its duplicates are merged", async () => {
  const ren = await signUpAndVerify(site, { username: "ren" })
  await story(async (page) => {
    await enter(page, ren, "/people")
    await importFile(page, false)
    expect(await faultsOf(page, "import-preview")).toEqual([])
    await page.getByLabel("Alan Turing").uncheck()
    await page.getByLabel("Tag them all").fill("file")
    await button(page, "Add 2 people").click()
    await heading(page, "Done").waitFor()
    // Two names with one mailbox: the owner decides whether they are one person.
    await page.getByText("2 people added").waitFor()
    expect(await page.getByText("already in your list").count()).toBe(0)
    await importFile(page, false)
    await button(page, "Add 3 people").click()
    await page.getByText("1 person added").waitFor()
    await page.getByText("2 people skipped (already in your list)").waitFor()

    await page.getByRole("link", { name: "Go to People" }).click()
    await page.getByText("3 people", { exact: true }).waitFor()
    await page.getByRole("link", { name: "Find duplicates" }).click()
    await heading(page, "Same email").waitFor()
    expect(await faultsOf(page, "duplicates")).toEqual([])
    await button(page, "Merge").click()
    await toast(page, "Merged into one person")
    await page.getByText("Everyone is listed once.").waitFor()
  })
})

test("the preview of a table names the columns that are not taken", async () => {
  const lin = await signUpAndVerify(site, { username: "lin" })
  await story(async (page) => {
    await enter(page, lin, "/people/import")
    const buffer = Buffer.from("Name,Email,Shoe size\nAda Lovelace,ada@example.com,38\n")
    await page.getByLabel("Contacts (.vcf)").setInputFiles({ name: "all.csv", mimeType: "text/csv", buffer })
    await page.getByText("Not imported: Shoe size.").waitFor()
    // What the page is about has been said.
    expect(await page.getByText("From a phone, another address book or LinkedIn.").count()).toBe(0)
    // Of one person, not "all".
    await page.getByLabel("Tag", { exact: true }).waitFor()
    expect(await faultsOf(page, "import-table")).toEqual([])
  })
})

test("a file is chosen with the keyboard alone, or dropped", async () => {
  const ivo = await signUpAndVerify(site, { username: "ivo" })
  await story(async (page) => {
    await enter(page, ivo, "/people/import")
    const field = page.getByLabel("Contacts (.vcf)")
    await field.focus()
    const outline = (text: string) =>
      page.getByText(text, { exact: true }).evaluate((it) => getComputedStyle(it).outlineStyle)
    expect(await outline("Choose a file")).toBe("solid")
    expect(await faultsOf(page, "import")).toEqual([])
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")])
    await chooser.setFiles({ name: "none.vcf", mimeType: "text/vcard", buffer: Buffer.from("nothing") })
    await page.getByRole("alert").waitFor()
    const dataTransfer = await page.evaluateHandle((text) => {
      const dropped = new DataTransfer()
      dropped.items.add(new File([text], "all.vcf", { type: "text/vcard" }))
      return dropped
    }, FILE)
    for (const event of ["dragover", "drop"])
      await page.getByText("Choose a file", { exact: true }).dispatchEvent(event, { dataTransfer })
    await heading(page, "3 people in this file").waitFor()
  })
})

test("several are chosen, tagged, exported and deleted", async () => {
  const noor = await signUpAndVerify(site, { username: "noor" })
  await story(async (page) => {
    await enter(page, noor, "/people")
    await importFile(page, true)
    await button(page, "Add 3 people").click()
    await page.getByRole("link", { name: "Go to People" }).click()
    await page.getByRole("link", { name: "Alan Turing", exact: true }).waitFor()
    expect(await faultsOf(page, "people-list")).toEqual([])
    const place = await page.getByText("Grace Hopper").boundingBox()
    await button(page, "Select").click()
    await page.getByLabel("Grace Hopper").check()
    await page.getByLabel("Alan Turing").check()
    await page.getByText("2 selected").waitFor()
    expect(await page.getByRole("link", { name: "Find duplicates" }).count()).toBe(0)
    // Adding people is not what counts now, and the list stays where it was.
    await settled(page)
    expect(await button(page, "Scan").count()).toBe(0)
    expect((await page.getByText("Grace Hopper").boundingBox())?.y).toBe(place?.y)
    expect(await faultsOf(page, "selection")).toEqual([])
    await button(page, "Tag").click()
    await dialogOf(page).getByLabel("Tag").fill("friends")
    await button(page, "Add tag").click()
    await toast(page, "2 people tagged")

    await button(page, "Select").click()
    await page.getByLabel("Grace Hopper").check()
    await button(page, "Export").click()
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Contacts (.vcf)").click()])
    const text = await readFile(await download.path(), "utf8")
    expect(text.match(/^FN:.*$/gm)).toEqual(["FN:Grace Hopper"])
    expect(text).toContain("CATEGORIES:navy,friends")

    await settled(page)
    await page.getByText("1 selected").waitFor()
    await button(page, "Delete").click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
    await toast(page, "Person deleted")
    await page.getByText("2 people").waitFor()
  })
})

test("how many a search has found is said to screen readers", async () => {
  const ren = await signUpAndVerify(site, { full_name: "Ren Count" })
  await story(async (page) => {
    await enter(page, ren, "/people")
    await importFile(page, false)
    await button(page, "Add 3 people").click()
    await heading(page, "Done").waitFor()
    await page.goto("/people")
    const said = page
      .getByRole("main")
      .getByRole("status")
      .filter({ hasText: /people$|person$/ })
    await expect.poll(() => said.allTextContents()).toEqual(["3 people"])
    const place = await said.elementHandle()
    await page.getByLabel("Search people").fill("alan")
    await expect.poll(() => place?.textContent()).toBe("1 person")
    await page.getByLabel("Search people").fill("nobody at all")
    await expect.poll(() => place?.textContent()).toBe("0 people")
  })
})

test("a tag that is chosen while the search waits is kept, however busy the device is", async () => {
  const kim = await signUpAndVerify(site, { username: "kim" })
  await story(async (page) => {
    await enter(page, kim, "/people")
    await importFile(page, true)
    await button(page, "Add 3 people").click()
    await page.getByRole("link", { name: "Go to People" }).click()
    await page.getByRole("textbox", { name: "Search people" }).fill("Grace")
    await page.getByLabel("Tag", { exact: true }).evaluate((choice: HTMLSelectElement) => {
      choice.value = "navy"
      choice.dispatchEvent(new Event("change", { bubbles: true }))
      // Longer than the search waits for the next key.
      for (const end = performance.now() + 600; performance.now() < end; );
    })
    await expect.poll(() => new URL(page.url()).searchParams.get("tag")).toBe("navy")
    // The search would come now.
    await page.waitForTimeout(600)
    expect(new URL(page.url()).search).toBe("?q=Grace&tag=navy")
  })
})

test("a change on the phone is not overwritten by a form that was opened before", async () => {
  const olga = await signUpAndVerify(site, { username: "olga" })
  const details = { full_name: "Ada Lovelace", job_title: "", business_name: "", entries: [], note: "", tags: [] }
  const send = (method: string, path: string, body: object) =>
    fetch(site.origin + path, { method, headers: { ...olga.headers, origin: site.origin }, body: JSON.stringify(body) })
  const { person } = await (await send("POST", "/api/people", details)).json()
  await story(
    async (page) => {
      await enter(page, olga, `/people/${person.id}`)
      await button(page, "Edit").click()
      await send("PUT", `/api/people/${person.id}`, { ...details, note: "From the phone" })
      await page.getByLabel("Note").fill("From the form")
      await button(page, "Save Changes").click()
      await page.getByText("This person was changed elsewhere").waitFor()
      await button(page, "Load the latest version").click()
      await expect.poll(() => page.getByLabel("Note").inputValue()).toBe("From the phone")
    },
    [refused(412, `/api/people/${person.id}`)],
  )
})

test("of a person who was deleted in another tab, that is what is said, and what was typed stays", async () => {
  const uma = await signUpAndVerify(site, { username: "uma" })
  const { headers } = uma
  const add = async (full_name: string): Promise<string> => {
    const body = JSON.stringify({ full_name, job_title: "", business_name: "", entries: [], note: "", tags: [] })
    const sent = { method: "POST", headers: { ...headers, origin: site.origin }, body }
    return (await (await fetch(`${site.origin}/api/people`, sent)).json()).person.id
  }
  const remove = (id: string) => fetch(`${site.origin}/api/people/${id}`, { method: "DELETE", headers })
  const [ada, grace, eve, mal] = [await add("Ada"), await add("Grace"), await add("Eve"), await add("Mal")]
  const missing = "This person was deleted or merged elsewhere"
  await story(
    async (page) => {
      await enter(page, uma, `/people/${ada}`)
      await button(page, "Edit").click()
      await page.getByLabel("Note").fill("Half an hour of notes")
      await remove(ada)
      await button(page, "Save Changes").click()
      await page.getByText(missing).waitFor()
      expect(await page.getByLabel("Note").inputValue()).toBe("Half an hour of notes")
      // Said where it is seen, before the fields, of which the empty ones have nothing to copy.
      const topOf = (text: string) =>
        page.getByText(text, { exact: true }).evaluate((it) => it.getBoundingClientRect().top)
      expect(await topOf(missing)).toBeGreaterThan(0)
      expect(await topOf(missing)).toBeLessThan(await topOf("Name"))
      expect(await page.getByText("Where you met").count()).toBe(0)
      expect(await button(page, "Save Changes").count()).toBe(0)
      // To read and copy only.
      expect(await page.getByRole("textbox", { name: "Note" }).isEditable()).toBe(false)
      expect(await page.getByRole("textbox", { name: "Name", exact: true }).isEditable()).toBe(false)
      expect(await button(page, "Add phone").count()).toBe(0)
      await page.getByRole("link", { name: "Back to People" }).waitFor()
      expect(await faultsOf(page, "edit-deleted-person")).toEqual([])
      await button(page, "Copy note").click()
      await toast(page, "Copied to clipboard")
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe("Half an hour of notes")

      await page.goto(`/people/${grace}`)
      await button(page, "Delete").waitFor()
      await remove(grace)
      await button(page, "Delete").click()
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
      await toast(page, missing)
      await page.waitForURL("**/people")

      await button(page, "Select").click()
      for (const name of ["Eve", "Mal"]) await page.getByLabel(name, { exact: true }).check()
      await remove(eve)
      await button(page, "Merge").click()
      await page.getByRole("alertdialog").getByRole("button", { name: "Merge" }).click()
      await page.getByText(missing).waitFor()
      // The list shows who is left.
      await expect.poll(() => page.getByText("Eve", { exact: true }).count()).toBe(0)
    },
    [refused(404, `/api/people/${ada}`), refused(404, `/api/people/${grace}`), refused(404, "/api/people/merges")],
  )
  expect((await fetch(`${site.origin}/api/people/${mal}`, { headers })).status).toBe(200)
})

/** The only thing that is not real: the camera, which films this code. */
const filming = (page: Page, text: string) =>
  page.addInitScript(
    ([svg]) => {
      navigator.mediaDevices.getUserMedia = async () => {
        Object.assign(window, { asked: true })
        const canvas = document.createElement("canvas")
        canvas.width = 640
        canvas.height = 480
        const image = new Image()
        image.src = `data:image/svg+xml,${encodeURIComponent(svg ?? "")}`
        await image.decode()
        const draw = () => {
          const context = canvas.getContext("2d")
          context?.fillRect(0, 0, 640, 480)
          context?.drawImage(image, 140, 60, 360, 360)
          requestAnimationFrame(draw)
        }
        draw()
        return canvas.captureStream()
      }
    },
    [qrSvg(text, 360, "M")],
  )

test("the code of a card on this site adds its profile, which stays up to date", async () => {
  const kai = await signUpAndVerify(site, { username: "kai" })
  const lea = await signUpAndVerify(site, { username: "lea", full_name: "Lea Klein" })
  const save = (profile: object) =>
    fetch(`${site.origin}/api/profile`, {
      method: "PUT",
      headers: { ...lea.headers, origin: site.origin },
      body: JSON.stringify(profile),
    })
  await save({ full_name: "Lea Klein", email: "lea@example.com", job_title: "Baker" })
  await story(async (page) => {
    await filming(page, `${site.origin}/lea`)
    await enter(page, kai, "/people")
    await heading(page, "Who will you meet first?").waitFor()
    expect(await page.evaluate("'asked' in window")).toBe(false)
    await button(page, "Scan").click()
    await page.getByText("@lea is on this site").waitFor()
    await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("Lea Klein")
    await page.getByLabel("Note").fill("Best bread")
    await button(page, "Save Person").click()
    await page.getByText("lea@example.com").waitFor()
    await save({ full_name: "Lea Klein", job_title: "Master baker", email: "lea@bakery.example" })
    await page.reload()
    await page.getByText("lea@bakery.example").waitFor()
    await page.getByText("Master baker").waitFor()
    await page.getByText("Best bread").waitFor()
    // Where the details come from is said below them, and not of the owner's note, which is named like the rows above it.
    await page.getByRole("heading", { name: "Note", exact: true }).waitFor()
    const tops = ["lea@bakery.example", "These details come from", "Best bread", "Note"].map(async (text) => {
      const box = await page.getByText(text, { exact: text === "Note" }).boundingBox()
      return box?.y ?? Number.NaN
    })
    const shown = await Promise.all(tops)
    expect(shown).toEqual(shown.toSorted((one, other) => one - other))
    expect(await faultsOf(page, "live-person")).toEqual([])
  })
})

test("the code of a contact fills in the form, and without a camera a sentence says what to do", async () => {
  const zoe = await signUpAndVerify(site, { username: "zoe" })
  await story(async (page) => {
    await filming(page, card("FN:Ada Lovelace", "TEL:+15550100").replaceAll("\r\n", "\n"))
    await enter(page, zoe, "/people")
    await button(page, "Scan").click()
    await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ada Lovelace")
    expect(await page.getByLabel("Phone", { exact: true }).inputValue()).toBe("+15550100")
  })
  await story(async (page) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"))
    })
    const answer = await hold(page, /\/api\/people\?/)
    await enter(page, zoe, "/people")
    await heading(page, "People").waitFor()
    expect(await button(page, "Scan").count()).toBe(0)
    answer()
    await button(page, "Scan").click()
    await page.getByText("Camera access is off for this site.").waitFor()
    await expect
      .poll(() => dialogOf(page).getByRole("link", { name: "Add manually" }).getAttribute("href"))
      .toBe("/people/new")
    expect(await faultsOf(page, "no-camera")).toEqual([])
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("none", "NotFoundError"))
    })
    await dialogOf(page).getByRole("button", { name: "Try again" }).click()
    await page.getByText("We couldn't find a camera on this device.").waitFor()
  })
})
