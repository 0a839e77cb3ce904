// Requests a page of one of the portal's lists. Short words are searched for in small batches, so a page may be empty
// although the list continues: such pages are skipped automatically.
import type { Page } from "../use-pages.ts"

const EMPTY_PAGES_MAX = 10

/** @param ask for the page behind a cursor; empty: the first one */
export async function firstNotEmpty<Item>(
  after: string | null,
  ask: (cursor: string) => Promise<Page<Item, string>>,
): Promise<Page<Item, string>> {
  for (let cursor = after ?? "", pages = 1; ; pages++) {
    const { items, next } = await ask(cursor)
    if (items.length > 0 || next === null || pages === EMPTY_PAGES_MAX) return { items, next }
    cursor = next
  }
}
