// A site with the demo's people, and the browser that visits it.
import type { Page } from "playwright-core"
import { freePort } from "../support/free-port.ts"
import { startProgram } from "./processes.ts"

export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell"
export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
]
/** Starts what gives way to the browser: on a phone, neither the server nor the measuring takes the processor from the page. */
export const GIVING_WAY = "nice"

/**
 * @param dataDir empty
 * @returns its origin, and the password of all its people
 */
export async function startDemo(dataDir: string): Promise<{ origin: string; password: string }> {
  const port = String(await freePort())
  // As a visitor writes it: what pages say of their own address has to be true.
  const origin = `http://localhost:${port}`
  const { found: password } = await startProgram(
    [GIVING_WAY, process.execPath, "src/server/main.ts", "--demo"],
    { PORT: port, PUBLIC_ORIGIN: origin, DATA_DIR: dataDir, DATABASE_URL: "", NODE_ENV: "production" },
    (output) => (output.includes('"listening"') ? /shown once\): {2}(\S+)/.exec(output)?.[1] : undefined),
  )
  return { origin, password }
}

export async function logIn(page: Page, origin: string, email: string, password: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByRole("textbox", { name: "Email" }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Log In" }).click()
  await page.waitForURL("**/edit-profile")
}
