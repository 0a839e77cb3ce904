// When something first stood on a page, by the page's own clock: on a busy machine the test hears of it much later.
import type { Page } from "playwright-core"

/**
 * Call it before the pages are opened.
 * @param selectors what to look for, by any name
 * @returns the milliseconds from the one to the other, each a name, the path of an address, or "last click"
 */
export async function firstSeen(page: Page, selectors: Record<string, string>) {
  await page.addInitScript((wanted) => {
    // An empty page has no storage.
    if (!location.protocol.startsWith("http")) return
    const keep = (key: string) => sessionStorage.setItem(key, String(performance.timeOrigin + performance.now()))
    const note = (name: string) => {
      const key = `first seen: ${name}`
      if (sessionStorage.getItem(key) === null) keep(key)
    }
    addEventListener("click", () => keep("first seen: last click"), { capture: true })
    new MutationObserver(() => {
      note(location.pathname)
      for (const [name, selector] of Object.entries(wanted)) if (document.querySelector(selector)) note(name)
    }).observe(document, { childList: true, subtree: true })
  }, selectors)
  return (from: string, to: string): Promise<number> =>
    page.evaluate(
      (names) => {
        const [start, end] = names.map((name) => Number(sessionStorage.getItem(`first seen: ${name}`) ?? Number.NaN))
        return (end ?? 0) - (start ?? 0)
      },
      [from, to],
    )
}
