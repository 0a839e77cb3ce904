// Names of places, for people. Not in insights.ts, which every visitor loads a part of.
import { lazy } from "../lazy.ts"
import type { Place } from "./insights.ts"

/** "Lisboa, Portugal" for a sentence; empty when nothing is known. */
export const placeText = ({ city, state, country }: Place): string =>
  [city || state, countryName(country)].filter((part) => part !== "").join(", ")

const REGION = lazy(() => new Intl.DisplayNames("en", { type: "region", fallback: "code" }))

/** "PT" → "Portugal"; what is no code of a country stays as it is. */
export const countryName = (country: string): string =>
  /^[A-Z]{2}$/.test(country) ? (REGION().of(country) ?? country) : country
