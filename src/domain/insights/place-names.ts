// Names of places, for people. For the server: to create the browser's list of countries takes a phone a tenth of a second.
import { lazy } from "../lazy.ts"
import type { Place } from "./insights.ts"

/** "Lisboa, Portugal" for a sentence; empty when nothing is known. */
export const placeText = ({ city, state, country }: Place): string =>
  [city || state, countryName(country)].filter((part) => part !== "").join(", ")

const REGION = lazy(() => new Intl.DisplayNames("en", { type: "region", fallback: "code" }))

/** "PT" → "Portugal"; what is no code of a country stays as it is. */
export const countryName = (country: string): string =>
  /^[A-Z]{2}$/.test(country) ? (REGION().of(country) ?? country) : country
