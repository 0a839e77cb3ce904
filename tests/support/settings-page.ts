// /settings in the browser tests: a user who may open it, how to get there, and its cards by their titles.
import type { Locator, Page } from "playwright-core"
import type { TestServer } from "./test-server.ts"
import { confirmedAccount, openAs, type Person, person } from "./visitors.ts"

export async function newMember(server: TestServer, username: string): Promise<Person> {
  const user = person(username)
  await confirmedAccount(server, user)
  return user
}

export async function openSettings(page: Page, user: Pick<Person, "email" | "password">): Promise<void> {
  await openAs(page, user, "/settings")
  await page.getByRole("heading", { name: "My Personal Link" }).waitFor()
}

export const settingsCard = (page: Page, title: string): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) })
