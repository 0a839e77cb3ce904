// Puts what was changed here over the profile as it is stored now: another window or device may have saved since.
import type { Draft } from "./draft.ts"
import { isObject, isSame, type ProfileValues } from "./form-values.ts"

interface Merged {
  values: ProfileValues
  /** changed here and elsewhere, in two ways: the owner has to choose. `values` has them as they were changed here */
  contested: (keyof ProfileValues)[]
}

/** @param stored values of the profile now */
export function mergeChanges({ changes, from }: Pick<Draft, "changes" | "from">, stored: ProfileValues): Merged {
  const values: Choices = { ...stored }
  const contested: string[] = []
  for (const [name, changed] of Object.entries(changes)) {
    const old = from[name as keyof ProfileValues]
    const now = stored[name as keyof ProfileValues]
    const merged =
      isChoices(changed) && isChoices(now) && isChoices(old)
        ? mergeChoices(changed, old, now)
        : { value: changed, isContested: isContradicted(changed, old, now, name in from) }
    values[name] = merged.value
    if (merged.isContested) contested.push(name)
  }
  return { values: values as unknown as ProfileValues, contested: contested as (keyof ProfileValues)[] }
}

/** Each choice on its own: a number hidden elsewhere stays hidden when only the address was hidden here. */
function mergeChoices(changed: Choices, old: Choices, now: Choices) {
  const value = { ...now }
  let isContested = false
  for (const key of new Set([...Object.keys(changed), ...Object.keys(old)])) {
    if (changed[key] === old[key]) continue
    isContested ||= isContradicted(changed[key], old[key], now[key], true)
    if (key in changed) value[key] = changed[key]
    else delete value[key]
  }
  return { value, isContested }
}

const isContradicted = (changed: unknown, old: unknown, now: unknown, isOldKnown: boolean): boolean =>
  isOldKnown && !isSame(now, old) && !isSame(now, changed)

type Choices = Record<string, unknown>

const isChoices = (value: unknown): value is Choices => isObject(value) && !Array.isArray(value)
