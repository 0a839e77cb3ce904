// Users of the browser tests: how they sign up, confirm and sign in, through the pages or, faster, over the protocol.
import type { Locator, Page } from "playwright-core"
import { SESSION_KEY } from "../../src/web/session/storage.ts"
import { linkIn, type TestServer } from "./test-server.ts"

export interface Person {
  username: string
  fullName: string
  email: string
  password: string
}

export const person = (username: string, fullName = "Mika Tanaka"): Person => ({
  username,
  fullName,
  email: `${username}@example.com`,
  password: "a calm long passphrase",
})

/** Signs up over the protocol and follows the link of the email, without a browser; once for each person. */
export async function confirmedAccount(
  server: TestServer,
  { username, fullName, email, password }: Person,
): Promise<void> {
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${server.origin}/auth/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  await post("/signup", { email, password, data: { username, full_name: fullName } })
  const link = new URL(linkIn(await server.mailTo(email), "/verify-email"))
  const { token_hash, type } = Object.fromEntries(new URLSearchParams(link.hash.slice(1)))
  await post("/verify", { token_hash, type, password })
}

/** Fills in the login form and sends it, without waiting for the answer. */
export async function signIn(page: Page, { email, password }: Pick<Person, "email" | "password">): Promise<void> {
  if (!page.url().includes("/login")) await page.goto("/login")
  await page.getByRole("textbox", { name: "Email" }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Log In" }).click()
}

/** What the auth client stores for someone who signs in with a password, as text. */
export async function sessionOf({ origin }: TestServer, { email, password }: Pick<Person, "email" | "password">) {
  const response = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`${email} could not sign in: ${response.status} ${await response.text()}`)
  return response.text()
}

/** Opens a page in a browser whose user has signed in before. Tests about signing in fill in the form instead. */
export async function openAs(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
  path: string,
): Promise<void> {
  // An empty page of the site: the browser itself asks for the session, so that the cookies come with it.
  await page.route("**/empty", (route) => route.fulfill({ contentType: "text/html", body: "" }), { times: 1 })
  await page.goto("/empty")
  const refusal = await page.evaluate(
    async ([key, credentials]) => {
      const headers = { "content-type": "application/json" }
      const answer = await fetch("/auth/v1/token?grant_type=password", { method: "POST", headers, body: credentials })
      if (!answer.ok) return `${answer.status} ${await answer.text()}`
      localStorage.setItem(key, await answer.text())
      return null
    },
    [SESSION_KEY, JSON.stringify({ email, password })] as const,
  )
  if (refusal !== null) throw new Error(`${email} could not sign in: ${refusal}`)
  await page.goto(path)
}

/** Waits until the application runs in the server's HTML. Only events that the test makes up itself need it: what a person presses is disabled until then. */
export const hydrated = (page: Page): Promise<void> => page.locator(".toasts").waitFor({ state: "attached" })

/** The open dialog, whatever its name; a toast that is still there is a dialog as well. */
export const dialogOf = (page: Page): Locator => page.getByRole("dialog").and(page.locator(":not(.toast)"))

/** A toast by its title or its description; waits for it. (Bad news is in the page twice: a copy is announced at once.) */
export const toast = (page: Page, text: string): Promise<void> =>
  page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true }).first().waitFor()

/** The whole form of the sign-up page; nothing is sent. */
export async function fillSignUp(page: Page, { username, fullName, email, password }: Person): Promise<void> {
  await page.getByLabel("Username").fill(username)
  await page.getByLabel("Full Name").fill(fullName)
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByLabel("Confirm Password").fill(password)
  await page.getByRole("checkbox").check()
}

/** Everything but the button. @returns the address */
export async function fillPasskeySignUp(page: Page, username: string): Promise<string> {
  const email = `${username}@example.com`
  await page.goto("/signup")
  await page.getByLabel("Username").fill(username)
  await page.getByLabel("Full Name").fill("Mika Tanaka")
  await page.getByRole("textbox", { name: "Email" }).fill(email)
  await page.getByRole("checkbox").check()
  return email
}
