// Requests a page of one of the portal's lists. Short words are searched for in small batches, so a page may be empty
// although the list continues: such pages are skipped automatically.
import { api } from "../../session/api.ts"
import type { Page } from "../use-pages.ts"
import type { ListQuery } from "./use-list-query.ts"

const EMPTY_PAGES_MAX = 10

/** @param name of the list, in the address and in the answer's JSON */
export async function askList<Item>(
  name: "users" | "cards",
  { q, status }: ListQuery<string>,
  after: string | null,
  signal: AbortSignal,
): Promise<Page<Item, string>> {
  for (let cursor = after ?? "", page = 1; ; page++) {
    const query = new URLSearchParams({ q, status, cursor })
    const { next, ...answer } = await api<{ next: string | null }>(`/api/admin/${name}?${query}`, { signal })
    const items = (answer as unknown as Record<typeof name, Item[]>)[name]
    if (items.length > 0 || next === null || page === EMPTY_PAGES_MAX) return { items, next }
    cursor = next
  }
}
