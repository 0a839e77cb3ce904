// An answer that never reaches the browser, although the server has done what was asked.
import type { Page } from "playwright-core"

/** The browser's own line about it. */
export const LOST = /net::ERR_FAILED/

/** Once. @param method of the requests that count */
export async function loseAnswer(page: Page, address: string | RegExp, method = "POST"): Promise<void> {
  let isLost = false
  await page.route(address, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}
