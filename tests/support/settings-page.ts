// /settings in the stories: somebody who may open it, the way there, and its cards by their titles.
import type { Locator, Page } from "playwright-core"
import type { TestServer } from "./test-server.ts"
import { confirmedAccount, openAs, type Person, person } from "./visitors.ts"

export async function newMember(server: TestServer, username: string): Promise<Person> {
  const someone = person(username)
  await confirmedAccount(server, someone)
  return someone
}

export async function openSettings(page: Page, someone: Pick<Person, "email" | "password">): Promise<void> {
  await openAs(page, someone, "/settings")
  await page.getByRole("heading", { name: "My Personal Link" }).waitFor()
}

export const settingsCard = (page: Page, title: string): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) })
