// Names in the environment that look like a setting but are not: otherwise, a mistyped setting would be ignored without a word.
import { SETTINGS } from "./settings.ts"

const SECRETS = Object.entries(SETTINGS).flatMap(([name, setting]) => ("secret" in setting ? [`${name}_FILE`] : []))
const NAMES = [...Object.keys(SETTINGS), ...SECRETS]
const KNOWN = new Set(NAMES)
/** Former name → current name. The former one still works (config.ts). */
const RENAMED: Readonly<Record<string, string>> = { ADMIN_SECOND_FACTOR: "SECOND_FACTOR" }

/** Letters to add, remove, change or swap. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same)
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

/** Short names are near to many others, such as HOST to HOME. */
const tolerance = (name: string): number => (name.length < 8 ? 1 : 2)

function meant(name: string): string | undefined {
  const bare = name.toUpperCase()
  return KNOWN.has(bare) ? bare : NAMES.find((ours) => distance(bare, ours) <= tolerance(ours))
}

/** A sentence for each name that resembles a setting but is none. */
export const unknownSettings = (env: Record<string, string | undefined>): string[] =>
  Object.keys(env).flatMap((name) => {
    if (KNOWN.has(name) || name.length > 50) return []
    const renamed = RENAMED[name]
    if (renamed !== undefined) return [`${name} is now called ${renamed}.`]
    const ours = meant(name)
    return ours === undefined ? [] : [`${name} is not a setting. Did you mean ${ours}?`]
  })
