// How much of a page moves by itself while it comes (web.dev/cls), read from the browser.
import type { BrowserContext, Page } from "playwright-core"

type Watched = typeof globalThis & { shifted?: number }

/** For every page that this context opens from now on. */
export const watchShifts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const watched = globalThis as Watched
    watched.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) watched.shifted = (watched.shifted ?? 0) + entry.value
    }).observe({ type: "layout-shift", buffered: true })
  })

/** All shifts since the page was opened, which is never less than its CLS. */
export const shiftOf = (page: Page): Promise<number> => page.evaluate(() => (globalThis as Watched).shifted ?? -1)
