// The Admin Portal's guard and its tab 'Users & Roles' (specification sections 2, 6, 8 and 9), in a browser.
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { hold, launch, refused, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf, settled } from "../support/looks.ts"
import { emailsTo } from "../support/mailbox.ts"
import { type NewPerson, PASSWORD, type Person, postJson, signUpAndVerify } from "../support/people.ts"
import { signIn as fillIn, openAs, toast } from "../support/visitors.ts"

let site: ListeningApp
let browser: Browser
let grace: Person
beforeAll(async () => {
  site = await listeningApp()
  browser = await launch()
  grace = await administrator({ username: "grace", full_name: "Grace Hopper" })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const query = (text: string, values: unknown[] = []) => site.services.database.pool.query(text, values)
const giveRole = (user_id: string, role: "moderator" | "admin") =>
  site.services.database.db.insert(user_roles).values({ user_id, role })

async function administrator(person: NewPerson): Promise<Person> {
  const made = await signUpAndVerify(site, person)
  await giveRole(made.user_id, "admin")
  return made
}

interface Visit {
  width?: number
  dark?: boolean
  expected?: RegExp[]
}
const story = (how: Visit, run: (page: Page) => Promise<void>) => visit(browser, { origin: site.origin, ...how }, run)

async function enter(page: Page, path = "/admin", { email }: Pick<Person, "email"> = grace): Promise<void> {
  // One account signs in again and again: its limit has time to forget.
  site.advance(60_000)
  await openAs(page, { email, password: PASSWORD }, path)
}
const main = (page: Page) => page.getByRole("main")
/** A line of the table, or a block on a phone. */
const row = (page: Page, name: string) =>
  main(page).locator("tbody tr, ul[aria-label^=Users] > li").filter({ hasText: name })
const search = (page: Page) => main(page).getByRole("textbox", { name: "Search by username, name or email" })
const count = (page: Page) => main(page).getByRole("status")
const badges = (page: Page, name: string) => row(page, name).locator("[data-role]").allTextContents()
async function choose(page: Page, name: string, item: string | RegExp): Promise<void> {
  // One that is closing gives the focus back, which would close the next.
  await expect.poll(() => page.getByRole("menu").count()).toBe(0)
  await row(page, name)
    .getByRole("button", { name: /^More for/ })
    .click()
  await page.getByRole("menuitem", { name: item }).click()
}
async function openRoles(page: Page, name: string) {
  // On a phone every action is in the menu.
  if ((page.viewportSize()?.width ?? 0) < 1024) await choose(page, name, "Roles")
  else
    await row(page, name)
      .getByRole("button", { name: /^Roles for/ })
      .click()
  return page.getByRole("dialog", { name: "Roles" })
}

describe("the guard", () => {
  test("a signed-out visitor sees 'Authentication Required', signs in and comes back to the same tab", async () => {
    await story({}, async (page) => {
      await page.goto("/admin?tab=system")
      await main(page).getByText("Authentication Required", { exact: true }).waitFor()
      await main(page).getByRole("link", { name: "Sign In" }).click()
      await page.waitForURL("**/login?*")
      await fillIn(page, { email: grace.email, password: PASSWORD })
      await page.waitForURL(`${site.origin}/admin?tab=system`)
    })
  })

  test("shows 'Checking permissions...' while loading, and a failure can be tried again", async () => {
    await story({ expected: [refused(500, "/api/me")] }, async (page) => {
      await enter(page)
      await row(page, "Grace Hopper").waitFor()
      let isBroken = true
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await page.route("**/api/me", async (route) => {
        await held
        return isBroken ? route.fulfill({ status: 500, json: {} }) : route.continue()
      })
      await page.goto("/admin")
      await main(page).getByText("Checking permissions...", { exact: true }).waitFor()
      letGo()
      await main(page).getByText("Error Loading Permissions", { exact: true }).waitFor()
      await main(page).getByText("Failed to fetch user roles", { exact: true }).waitFor()
      isBroken = false
      await main(page).getByRole("button", { name: "Try again" }).click()
      await row(page, "Grace Hopper").waitFor()
    })
  })

  test.each(["user", "moderator"])(
    "a %s sees 'Access Denied' with the needed role, and no data is requested",
    async (role) => {
      const person = await signUpAndVerify(site)
      if (role === "moderator") await giveRole(person.user_id, "moderator")
      await story({}, async (page) => {
        const asked: string[] = []
        page.on("request", (request) => asked.push(request.url()))
        await enter(page, "/admin", person)
        await main(page).getByText("Access Denied", { exact: true }).waitFor()
        await expect.poll(() => main(page).textContent()).toContain("Administrator")
        expect(asked.filter((url) => url.includes("/api/admin/"))).toEqual([])
      })
    },
  )

  test("a role removed while the portal is open takes effect with the next click", async () => {
    const person = await administrator({})
    await story({ expected: [refused(403, "/api/admin/users")] }, async (page) => {
      await enter(page, "/admin", person)
      await row(page, "Grace Hopper").waitFor()
      await query("delete from user_roles where user_id = $1 and role = 'admin'", [person.user_id])
      await search(page).fill("grace")
      await main(page).getByText("Access Denied", { exact: true }).waitFor()
    })
  })
})

describe("View My Profile", () => {
  test("opens the profile, and says when there is none or it cannot be loaded", async () => {
    await story({ expected: [/Failed to load resource/] }, async (page) => {
      await enter(page)
      const button = main(page).getByRole("button", { name: "View My Profile" })
      await button.waitFor()
      await page.route("**/api/me", (route) => route.abort())
      await button.click()
      await toast(page, "Failed to navigate to profile")
      await page.unroute("**/api/me")
      await page.route("**/api/me", async (route) => {
        const answer = await (await route.fetch()).json()
        await route.fulfill({ json: { ...answer, profile: null } })
      })
      await button.click()
      await toast(page, "Could not find your profile")
      await page.unroute("**/api/me")
      await button.click()
      await page.waitForURL(`${site.origin}/grace`)
    })
  })
})

describe("the list", () => {
  test("shows all users page by page; search and filter are in the address and survive a reload", async () => {
    await query(
      `insert into users (id, email, password_hash, created_at, updated_at)
        select gen_random_uuid(), 'crowd' || n || '@crowd.test', '', '2020-01-01', now() from generate_series(1, 60) n`,
    )
    await query(
      `insert into profiles (id, owner_id, username, full_name, signin_email, created_at, updated_at)
        select id, id, split_part(email, '@', 1), 'Crowd ' || split_part(email, '@', 1), email, created_at, now()
        from users where email like '%crowd.test'`,
    )
    const leaver = await signUpAndVerify(site, { username: "leaver", full_name: "Lea Ver" })
    await postJson(site, "/api/functions/delete-user-account", { user_id: leaver.user_id }, leaver.headers)
    await story({ width: 1280 }, async (page) => {
      await enter(page)
      await expect.poll(() => count(page).textContent()).toBe("Showing the first 50 users")
      await main(page).getByRole("button", { name: "Show more" }).click()
      await expect.poll(() => main(page).locator("tbody tr").count()).toBeGreaterThan(60)
      const names = await main(page).locator("tbody th").allTextContents()
      expect(new Set(names).size).toBe(names.length)

      await search(page).fill("CROWD42@")
      await expect.poll(() => count(page).textContent()).toBe("1 user")
      await row(page, "Crowd crowd42").waitFor()
      await expect.poll(() => page.url()).toBe(`${site.origin}/admin?q=CROWD42%40`)
      await page.reload()
      await row(page, "Crowd crowd42").waitFor()
      await expect.poll(() => search(page).inputValue()).toBe("CROWD42@")
      await main(page).getByRole("button", { name: "Clear search" }).click()
      await main(page).getByText("Deactivated", { exact: true }).first().click()
      await expect.poll(() => page.url()).toBe(`${site.origin}/admin?status=deactivated`)
      await expect.poll(() => main(page).locator("tbody tr").count()).toBe(1)
      await search(page).fill("%")
      await main(page).getByText("No deactivated users found for “%”", { exact: true }).waitFor()
      await main(page).getByText("Clear search").click()
      await expect.poll(() => search(page).inputValue()).toBe("")
      await search(page).fill("%")
      await main(page).getByText("No deactivated users found for “%”", { exact: true }).waitFor()
      await main(page).getByRole("radio", { name: "All" }).focus()
      await page.keyboard.press("ArrowRight")
      await expect.poll(() => new URL(page.url()).searchParams.get("status")).toBe("active")
    })
  })

  test("an empty list says what there is none of", async () => {
    await story({}, async (page) => {
      await page.route("**/api/admin/users?*", (route) => route.fulfill({ json: { users: [], next: null } }))
      await enter(page)
      await main(page).getByText("No users yet", { exact: true }).waitFor()
      await main(page).getByRole("combobox", { name: "Show" }).selectOption("Deactivated")
      await main(page).getByText("No deactivated users", { exact: true }).waitFor()
      await main(page).getByRole("button", { name: "Show all users" }).click()
      await main(page).getByText("No users yet", { exact: true }).waitFor()
    })
  })

  test("on a phone the filter is one field beside the search", async () => {
    await story({}, async (page) => {
      await enter(page)
      expect(await search(page).getAttribute("placeholder")).toBe("Search users")
      const filter = main(page).getByRole("combobox", { name: "Show" })
      await filter.selectOption("Deactivated")
      await expect.poll(() => new URL(page.url()).searchParams.get("status")).toBe("deactivated")
      const [left, right] = await Promise.all([search(page).boundingBox(), filter.boundingBox()])
      expect([left?.y, left?.height]).toEqual([right?.y, right?.height])
      // A small phone, too, shows what is searched for.
      await filter.selectOption("All")
      await page.setViewportSize({ width: 320, height: 640 })
      await search(page).fill("nobody at all")
      expect(await search(page).evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
    })
  })

  test("on a phone a row has two lines, marks only what sets someone apart, and keeps the rest in its menu", async () => {
    const plain = await signUpAndVerify(site, {
      full_name: "Plain Person",
      email: `plain.${"long".repeat(9)}@example.com`,
    })
    const gone = await signUpAndVerify(site, { full_name: "Gone Person" })
    await postJson(site, "/api/functions/delete-user-account", { user_id: gone.user_id }, gone.headers)
    await story({}, async (page) => {
      await enter(page)
      for (const name of ["Plain Person", "Grace Hopper"]) {
        await row(page, name).waitFor()
        expect((await row(page, name).boundingBox())?.height).toBeLessThanOrEqual(84)
        expect(await row(page, name).getByText("@example.com").count()).toBe(0)
      }
      const [plainRow, ownRow] = await Promise.all(
        ["Plain Person", "Grace Hopper"].map((name) => row(page, name).boundingBox()),
      )
      expect(plainRow?.height).toBe(ownRow?.height)
      expect(await badges(page, "Plain Person")).toEqual([])
      expect(await badges(page, "Grace Hopper")).toEqual(["Administrator"])
      await row(page, "Plain Person")
        .getByRole("button", { name: /^More for/ })
        .click()
      const menu = page.getByRole("menu")
      await menu.getByText("Plain Person", { exact: true }).waitFor()
      await menu.getByText(plain.email, { exact: true }).waitFor()
      await menu.getByText(/^Signed in /).waitFor()
      await page.keyboard.press("Escape")
      await row(page, "Gone Person")
        .getByText(/^Deletes on/)
        .waitFor()
      await choose(page, "Gone Person", "Reactivate")
      await toast(page, "User has been reactivated")
    })
  })

  test("at every width, the mark of a user stands beside the username, and the name has its own line", async () => {
    const person = await signUpAndVerify(site, { username: "unsure", full_name: "Una" })
    await query("update users set email_confirmed_at = null where id = $1", [person.user_id])
    await story({}, async (page) => {
      await enter(page, "/admin?q=unsure")
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 812 })
        const boxOf = (text: string) => row(page, "Una").getByText(text, { exact: true }).boundingBox()
        await settled(page)
        const [name, mark, username] = [await boxOf("Una"), await boxOf("Not confirmed"), await boxOf("@unsure")]
        if (name === null || mark === null || username === null) throw new Error("nothing is there")
        expect(username.y, `${width} px`).toBeGreaterThanOrEqual(name.y + name.height - 4)
        expect(username.x, `${width} px`).toBe(name.x)
        const middle = mark.y + mark.height / 2
        expect(middle, `${width} px`).toBeGreaterThan(username.y)
        expect(middle, `${width} px`).toBeLessThan(username.y + username.height)
        expect(mark.x, `${width} px`).toBeGreaterThan(username.x + username.width)
      }
    })
    await query("delete from users where id = $1", [person.user_id])
  })

  test("the initials of a user have the color of their card", async () => {
    const { username } = await signUpAndVerify(site, { full_name: "Ines Color" })
    const accentAt = async (page: Page) => {
      await enter(page)
      await search(page).fill(username)
      return row(page, "Ines Color").locator("[data-accent]").getAttribute("data-accent")
    }
    await story({}, async (page) => {
      const first = await accentAt(page)
      const chosen = first === "teal" ? "plum" : "teal"
      await query("update profiles set accent = $2 where username = $1", [username, chosen])
      expect(await accentAt(page)).toBe(chosen)
    })
  })

  test("on the smallest phone, no button covers the title", async () => {
    await story({ width: 320 }, async (page) => {
      await enter(page)
      const button = await main(page)
        .getByRole("button", { name: /^Go to/ })
        .boundingBox()
      const end = await main(page)
        .getByText("Admin Portal", { exact: true })
        .first()
        .evaluate((title) => {
          const text = document.createRange()
          text.selectNodeContents(title)
          return text.getBoundingClientRect().right
        })
      expect(end).toBeLessThan(button?.x ?? 0)
    })
  })

  test("sends one request for a word typed at once, and keeps the list until the answer arrives", async () => {
    await story({}, async (page) => {
      await enter(page)
      await row(page, "Grace Hopper").waitFor()
      const asked: string[] = []
      page.on("request", (request) => request.url().includes("/api/admin/users") && asked.push(request.url()))
      // However slowly this machine types, no time passes for the page.
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      await search(page).pressSequentially("hopper")
      await page.clock.resume()
      await expect.poll(() => count(page).textContent()).toBe("1 user")
      expect(asked).toHaveLength(1)
    })
  })

  test("says 'Failed to fetch users and roles', and tries again", async () => {
    await story({ expected: [refused(500, "/api/admin/users")] }, async (page) => {
      let isBroken = true
      await page.route("**/api/admin/users?*", (route) =>
        isBroken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
      )
      await enter(page)
      await main(page).getByText("Failed to fetch users and roles", { exact: true }).waitFor()
      isBroken = false
      await main(page).getByRole("button", { name: "Try again" }).click()
      await row(page, "Grace Hopper").waitFor()
    })
  })
})

test("⌘K goes to a page or a person by typing, with the keyboard alone", async () => {
  const person = await signUpAndVerify(site, { full_name: "Quick Finder" })
  await Promise.all([1, 2, 3, 4, 5].map((n) => signUpAndVerify(site, { full_name: `Fellow ${n}` })))
  await story({ width: 1280, expected: [/ERR_FAILED/] }, async (page) => {
    await enter(page)
    await row(page, "Quick Finder").waitFor()
    await main(page).getByRole("button", { name: "Go to Ctrl+K" }).waitFor()
    await page.keyboard.press("Control+k")
    const dialog = page.getByRole("dialog", { name: "Go to" })
    const field = dialog.getByRole("combobox", { name: "Page or person" })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await field.fill("quick find")
    await dialog.getByRole("option", { name: "Quick Finder" }).waitFor()
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "detached" })
    await expect.poll(() => search(page).inputValue()).toBe(person.user_id)
    await expect.poll(() => count(page).textContent()).toBe("1 user")

    await page.keyboard.press("Control+k")
    await field.fill("e")
    await dialog.getByRole("option", { name: "System Info" }).waitFor()
    expect(await dialog.getByRole("option").first().getAttribute("aria-selected")).toBe("true")
    // More than fit: the last one comes into view.
    await dialog.getByRole("option").nth(8).waitFor()
    await page.keyboard.press("ArrowUp")
    const last = dialog.getByRole("option", { selected: true })
    await expect
      .poll(() =>
        last.evaluate((option) => {
          const list = option.parentElement?.getBoundingClientRect().bottom ?? 0
          return option.getBoundingClientRect().bottom <= list + 1
        }),
      )
      .toBe(true)
    await field.fill("audit")
    await dialog.getByRole("option", { name: "Audit Log" }).waitFor()
    expect(await faultsOf(page, "palette")).toEqual([])
    // The field is the first thing; the title is for screen readers.
    const [top, start, title] = await Promise.all([
      dialog.boundingBox(),
      field.boundingBox(),
      dialog.getByRole("heading", { name: "Go to" }).boundingBox(),
    ])
    expect((start?.y ?? 0) - (top?.y ?? 0)).toBeLessThan(32)
    expect(title?.height).toBe(1)
    await page.keyboard.press("Enter")
    await page.waitForURL("**/admin/audit")

    // From there, too. The address changes before the page does.
    await main(page).getByRole("heading", { name: "Audit Log" }).waitFor()
    await main(page).getByRole("button", { name: "Go to Ctrl+K" }).waitFor()
    await page.keyboard.press("Control+k")
    await field.fill("reports")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/admin/reports")
    await main(page).getByText("Hidden profiles").waitFor()
    await main(page).getByRole("button", { name: "Go to Ctrl+K" }).waitFor()

    // Until the server has answered, an arrow finds nothing to move to, and nothing is said to be missing.
    await page.keyboard.press("Control+k")
    const letGo = await hold(page, /users\?q=quick/)
    const asked = page.waitForRequest(/users\?q=quick/)
    await field.fill("quick find")
    await asked
    await expect.poll(() => dialog.getByRole("option").count()).toBe(0)
    await page.keyboard.press("ArrowDown")
    expect(await dialog.getByText("Nothing found").count()).toBe(0)
    letGo()
    await dialog.getByRole("option", { name: "Quick Finder", selected: true }).waitFor()
    await field.fill("no such person")
    await dialog.getByText("Nothing found").waitFor()
    await page.route(/users\?q=out/, (route) => route.abort())
    await field.fill("out of reach")
    await dialog.getByText("Failed to fetch users and roles").waitFor()
  })
  await story({ width: 1280 }, async (page) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)" }),
    )
    await enter(page)
    await main(page).getByRole("button", { name: "Go to ⌘K" }).waitFor()
  })
})

test("on a phone the palette's field stays where it is, whatever is found", async () => {
  await story({}, async (page) => {
    await enter(page)
    await row(page, "Grace Hopper").waitFor()
    await main(page).getByRole("button", { name: "Go to" }).click()
    const dialog = page.getByRole("dialog", { name: "Go to" })
    const field = dialog.getByRole("combobox", { name: "Page or person" })
    await dialog.getByRole("option", { name: "Audit Log" }).waitFor()
    await settled(page)
    const [many, sheet] = await Promise.all([field.boundingBox(), dialog.boundingBox()])
    expect(sheet?.height).toBeLessThan(400)
    await field.fill("no such person")
    await dialog.getByText("Nothing found").waitFor()
    expect(await field.boundingBox()).toEqual(many)
  })
})

describe("roles", () => {
  test("'user' is offered first; adding, adding again, removing, and badges in three looks", async () => {
    const person = await signUpAndVerify(site, { full_name: "Role Taker" })
    await story({ width: 1280 }, async (page) => {
      await enter(page)
      await expect.poll(() => badges(page, "Role Taker")).toEqual(["User"])
      const dialog = await openRoles(page, "Role Taker")
      const choice = dialog.getByRole("combobox", { name: "New role" })
      await expect.poll(() => choice.inputValue()).toBe("user")
      await expect
        .poll(() => choice.locator("option").allTextContents())
        .toEqual(["User (added)", "Moderator", "Administrator"])
      // It looks unavailable, and says why when it is pressed all the same.
      expect(await dialog.getByRole("button", { name: "Add role" }).isDisabled()).toBe(true)
      await dialog.getByRole("button", { name: "Add role" }).click({ force: true })
      await dialog.getByText("User already has this role", { exact: true }).waitFor()
      for (const role of ["moderator", "admin"]) {
        await choice.selectOption(role)
        // Sent twice, the second would be refused.
        await dialog.getByRole("button", { name: "Add role" }).dblclick()
        await dialog.locator(`[data-role=${role}]`).waitFor()
        expect(await dialog.getByText("User already has this role").count()).toBe(0)
      }
      await toast(page, "Role added successfully")
      await page.keyboard.press("Escape")
      await expect.poll(() => badges(page, "Role Taker")).toEqual(["Administrator", "Moderator", "User"])
      const looks = await row(page, "Role Taker")
        .locator("[data-role]")
        .evaluateAll((all) => all.map((badge) => getComputedStyle(badge).backgroundColor))
      expect(looks).toEqual(["rgb(165, 15, 52)", "rgb(227, 221, 209)", "rgba(0, 0, 0, 0)"])

      const again = await openRoles(page, "Role Taker")
      await again.getByRole("button", { name: "Remove role Moderator" }).click()
      await toast(page, "Role removed successfully")
      await again.getByRole("button", { name: "Done" }).click()
      await again.waitFor({ state: "detached" })
      await expect.poll(() => badges(page, "Role Taker")).toEqual(["Administrator", "User"])
    })
    const { rows } = await query("select role from user_roles where user_id = $1 order by role", [person.user_id])
    expect(rows.map(({ role }) => role)).toEqual(["admin", "user"])
  })

  test("that another administrator was faster is said, and the list shows the current state", async () => {
    const person = await signUpAndVerify(site, { full_name: "Over Taken" })
    await story({ expected: [refused(409, "/roles")] }, async (page) => {
      await enter(page)
      const dialog = await openRoles(page, "Over Taken")
      await giveRole(person.user_id, "moderator")
      await dialog.getByRole("combobox", { name: "New role" }).selectOption("moderator")
      await dialog.getByRole("button", { name: "Add role" }).click()
      await toast(page, "User already has this role")
      await dialog.locator("[data-role=moderator]").waitFor()

      await postJson(site, "/api/functions/delete-user-account", { user_id: person.user_id }, person.headers)
      await dialog.getByRole("button", { name: "Remove role Moderator" }).click()
      await toast(page, "This account is deactivated. Reactivate it first.")
      await page.keyboard.press("Escape")
      await row(page, "Over Taken").getByText("Deactivated", { exact: true }).waitFor()
    })
  })

  test("administrators cannot remove their own role, and failures show a message", async () => {
    await signUpAndVerify(site, { full_name: "Un Lucky" })
    await story({ expected: [/Failed to load resource/] }, async (page) => {
      await enter(page)
      const own = await openRoles(page, "Grace Hopper")
      // On a touch screen, too: a list opens no keyboard.
      const isFocused = (choice: Locator) => choice.evaluate((it) => it === document.activeElement)
      await expect.poll(() => isFocused(own.getByRole("combobox", { name: "New role" }))).toBe(true)
      const remove = own.getByRole("button", { name: "Remove role Administrator" })
      expect(await remove.isDisabled()).toBe(true)
      await remove.click({ force: true })
      await toast(page, "You cannot remove your own admin role")
      await page.keyboard.press("Escape")
      await page.route("**/roles**", (route) => route.abort())
      const dialog = await openRoles(page, "Un Lucky")
      await dialog.getByRole("combobox", { name: "New role" }).selectOption("moderator")
      await dialog.getByRole("button", { name: "Add role" }).click()
      await toast(page, "Failed to add role")
      await dialog.getByRole("button", { name: "Remove role User" }).click()
      await toast(page, "Failed to remove role")
    })
  })
})

describe("accounts", () => {
  test("a password reset goes to the sign-in address, and says when it could not", async () => {
    const person = await signUpAndVerify(site, { full_name: "For Getful" })
    await story({ expected: [refused(409, "/password-reset"), refused(500, "/password-reset")] }, async (page) => {
      await enter(page)
      await choose(page, "For Getful", "Send password reset")
      await toast(page, "Password reset email sent")
      const emails = await emailsTo(site.services, person.email)
      expect(emails.at(-1)?.subject).toBe("Reset your Meishi password")
      await query("update users set email = '' where id = $1", [person.user_id])
      await choose(page, "For Getful", "Send password reset")
      await toast(page, "Error: No email address found")
      await page.route("**/password-reset", (route) => route.fulfill({ status: 500, json: {} }))
      await choose(page, "For Getful", "Send password reset")
      await toast(page, "Failed to send password reset email")
    })
    await query("delete from users where id = $1", [person.user_id])
  })

  test("their menu is never covered by an earlier toast", async () => {
    const { email } = await signUpAndVerify(site, { full_name: "Under Toasts" })
    await story({}, async (page) => {
      await page.setViewportSize({ width: 375, height: 480 })
      await enter(page)
      await search(page).fill(email)
      await choose(page, "Under Toasts", "Send password reset")
      await toast(page, "Password reset email sent")
      await row(page, "Under Toasts")
        .getByRole("button", { name: /^More for/ })
        .click()
      const menu = page.getByRole("menu")
      await menu.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
      const covered = await menu.evaluate((element) => {
        const [own, toasts] = [element, document.querySelector(".toasts > .toast")].map((it) =>
          it?.getBoundingClientRect(),
        )
        if (!own || !toasts) return "no toast"
        const y = (Math.max(own.top, toasts.top) + Math.min(own.bottom, toasts.bottom)) / 2
        if (Math.min(own.bottom, toasts.bottom) <= Math.max(own.top, toasts.top)) return "they do not meet"
        return element.contains(document.elementFromPoint((own.left + own.right) / 2, y)) ? "menu" : "toast"
      })
      expect(["menu", "they do not meet"]).toContain(covered)
    })
  })

  test("are deactivated after a confirmation, lose access, and can be reactivated", async () => {
    const person = await signUpAndVerify(site, { full_name: "Come Back" })
    await story({ width: 1280, expected: [refused(500, "-user-account")] }, async (page) => {
      await enter(page)
      await choose(page, "Come Back", "Deactivate")
      const question = page.getByRole("alertdialog", { name: "Deactivate Come Back?" })
      await expect
        .poll(() => question.textContent())
        .toContain("They will have 30 days to reactivate before permanent deletion")
      await question.getByRole("button", { name: "Cancel" }).click()
      await page.route("**/api/functions/*", (route) => route.fulfill({ status: 500, json: { error: "x" } }))
      await choose(page, "Come Back", "Deactivate")
      await question.getByRole("button", { name: "Deactivate" }).click()
      await toast(page, "Failed to delete user")
      await page.unroute("**/api/functions/*")
      await choose(page, "Come Back", "Deactivate")
      await question.getByRole("button", { name: "Deactivate" }).click()
      await toast(page, "User has been deactivated")
      await row(page, "Come Back").getByText("Deactivated", { exact: true }).waitFor()
      await expect.poll(() => row(page, "Come Back").getByRole("button").allTextContents()).toEqual(["Reactivate", ""])
      const before = await site.app.request("/api/me", { headers: person.headers })
      expect(before.status).toBe(401)

      await page.route("**/api/functions/*", (route) => route.fulfill({ status: 500, json: { error: "x" } }))
      await row(page, "Come Back").getByRole("button", { name: "Reactivate Come Back" }).click()
      await toast(page, "Failed to reactivate user")
      await page.unroute("**/api/functions/*")
      await row(page, "Come Back").getByRole("button", { name: "Reactivate Come Back" }).click()
      await toast(page, "User has been reactivated")
      await row(page, "Come Back")
        .getByRole("button", { name: /^Roles for/ })
        .waitFor()
    })
  })

  test("can be deleted for good once three days have passed; until then the menu says from when", async () => {
    const person = await signUpAndVerify(site, { full_name: "Data Request" })
    await postJson(site, "/api/functions/delete-user-account", { user_id: person.user_id }, person.headers)
    const isThere = async () => (await query("select 1 from users where id = $1", [person.user_id])).rows.length === 1
    await story({ width: 1280 }, async (page) => {
      await enter(page)
      // The date of the deletion stays below the name, also where that column is narrowest.
      for (const width of [1280, 1024]) {
        await page.setViewportSize({ width, height: 900 })
        const right = await row(page, "Data Request")
          .getByText(/^Deletes on/)
          .evaluate((line) => {
            const text = document.createRange()
            text.selectNodeContents(line)
            return text.getBoundingClientRect().right
          })
        const next = await row(page, "Data Request").getByRole("cell").first().boundingBox()
        expect(right).toBeLessThan(next?.x ?? 0)
      }
      await choose(page, "Data Request", /^Delete permanently \(starting \w+\s\d+,\s\d{4}\)$/)
      await toast(
        page,
        "Accounts can be permanently deleted three days after deactivation, so their owners have time to object.",
      )
      expect(await page.getByRole("alertdialog").count()).toBe(0)
      await query("update profiles set deleted_at = deleted_at - interval '4 days' where id = $1", [person.user_id])
      await page.reload()
      await choose(page, "Data Request", /^Delete permanently$/)
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete permanently" }).dblclick()
      await toast(page, "User has been permanently deleted")
      await row(page, "Data Request").waitFor({ state: "detached" })
    })
    expect(await isThere()).toBe(false)
  })

  test("are marked when a moderator has hidden them, and their name is not a link", async () => {
    const person = await signUpAndVerify(site, { full_name: "Out Of View" })
    await query("update profiles set hidden_at = now() where id = $1", [person.user_id])
    await story({ width: 1280 }, async (page) => {
      await enter(page)
      await row(page, "Out Of View").getByText("Hidden", { exact: true }).waitFor()
      expect(await row(page, "Out Of View").getByRole("link").count()).toBe(0)
    })
    await query("delete from users where id = $1", [person.user_id])
  })

  test("administrators cannot deactivate their own account here, and nothing works without a session", async () => {
    await signUpAndVerify(site, { full_name: "Still Here" })
    await story({ width: 1280 }, async (page) => {
      await enter(page)
      await row(page, "Grace Hopper")
        .getByRole("button", { name: /^More for/ })
        .click()
      await page.getByRole("menuitem", { name: "Download my data" }).waitFor()
      const why = "Deactivate Only another administrator can do this"
      expect(await page.getByRole("menuitem", { name: why, exact: true }).isDisabled()).toBe(true)
      await page.getByRole("menuitem", { name: "Deactivate" }).click({ force: true })
      await toast(page, "You cannot delete your own account")
      expect(await page.getByRole("alertdialog").count()).toBe(0)
      await choose(page, "Still Here", "Deactivate")
      await page.evaluate(() => localStorage.clear())
      await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click()
      await toast(page, "No valid session found")
    })
  })

  test.each([320, 375, 1280])("the menu of a row covers nothing of the row at %i px", async (width) => {
    await story({ width }, async (page) => {
      await enter(page)
      const user = row(page, "Grace Hopper")
      await user.getByRole("button", { name: /^More for/ }).click()
      const menu = page.getByRole("menu")
      await menu.getByRole("menuitem", { name: "Download my data" }).waitFor()
      await settled(page)
      const edgesOf = (it: Locator) => it.evaluate((element) => element.getBoundingClientRect().toJSON())
      const [own, opened] = await Promise.all([edgesOf(user), edgesOf(menu)])
      expect(opened.top >= own.bottom || opened.bottom <= own.top).toBe(true)
      expect(opened.width).toBeLessThanOrEqual(336)
      expect([opened.left >= 16, opened.right <= width - 16]).toEqual([true, true])
    })
  })

  test("a second factor is removed after a confirmation", async () => {
    const person = await signUpAndVerify(site, { full_name: "Lost Phone" })
    await query("insert into factors values (gen_random_uuid(), $1, 'Phone', 'verified', 'x', 0, now(), now())", [
      person.user_id,
    ])
    await story({}, async (page) => {
      await enter(page)
      await choose(page, "Lost Phone", "Turn off two-step verification")
      await page.getByRole("alertdialog").getByRole("button", { name: "Turn off two-step verification" }).click()
      await toast(page, "Two-step verification turned off")
      await row(page, "Lost Phone")
        .getByRole("button", { name: /^More for/ })
        .click()
      await expect
        .poll(() => page.getByRole("menuitem").allTextContents())
        .toEqual(["Roles", "Send password reset", "Download their data", "Deactivate"])
    })
    expect((await query("select 1 from factors where user_id = $1", [person.user_id])).rows).toEqual([])
  })
})

test("by keyboard alone: search, open the roles, close them, and keep the focus", async () => {
  await story({ width: 1280 }, async (page) => {
    await enter(page)
    await search(page).focus()
    await page.keyboard.type("grace")
    await expect.poll(() => count(page).textContent()).toBe("1 user")
    const roles = row(page, "Grace Hopper").getByRole("button", { name: "Roles for Grace Hopper" })
    for (let step = 0; step < 6 && !(await roles.evaluate((it) => it === document.activeElement)); step++)
      await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name: "Roles" }).waitFor()
    await page.keyboard.press("Escape")
    await expect.poll(() => roles.evaluate((it) => it === document.activeElement)).toBe(true)
  })
})

// The narrow list and the wide one are two: a dialog that was opened from the one does not outlive the change to the other.
const LOOKS = [{ widths: [320, 375] }, { widths: [1280] }]
test.each(LOOKS)("the screen, its menu and its dialogs hold at $widths px", async ({ widths }) => {
  await query("update profiles set full_name = $1 where username = 'leaver'", [`Hubert ${"Wolfeschlegel".repeat(7)}`])
  await story({ width: widths[0] ?? 0 }, async (page) => {
    const judge = async (name: string, ignored: string[] = []) =>
      expect(await faultsOf(page, name, { widths, ignored })).toEqual([])
    await enter(page)
    await row(page, "Grace Hopper").waitFor()
    // Without the toast of the sign-in, which may be on its way out while it is judged.
    await page.reload()
    await row(page, "Grace Hopper").waitFor()
    await judge("users")
    await row(page, "Grace Hopper")
      .getByRole("button", { name: /^More for/ })
      .click()
    await page.getByRole("menu").waitFor()
    // A menu hangs outside the landmarks, as menus do, and what guards its focus hands it on at once.
    await judge("users-menu", ["region", "aria-hidden-focus"])
    await page.keyboard.press("Escape")
    const dialog = await openRoles(page, "Grace Hopper")
    await dialog.getByRole("button", { name: "Add role" }).waitFor()
    await judge("users-roles")
    await page.keyboard.press("Escape")
    await search(page).fill("nobody at all")
    await main(page).getByText("No users found for “nobody at all”", { exact: true }).waitFor()
    await judge("users-none")
  })
})
