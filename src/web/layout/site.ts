// Facts about the site, as loaded by the root route.
import { useRouteLoaderData } from "react-router"
import { TAP_RETENTION_DAYS } from "../../domain/limits.ts"
import type { Site } from "../page-data.ts"

const NO_TAPS = { kept_days: TAP_RETENTION_DAYS, has_places: false, credit: null }
/** So that an error page has a header even if the root could not be loaded. */
const UNKNOWN: Site = {
  name: "Meishi",
  origin: "",
  support_email: "",
  today: "",
  sign_up: "open",
  sign_in: ["password", "passkey"],
  company_logins: [],
  taps: NO_TAPS,
}

/** For every component below the root route. */
export const useSite = (): Site => useRouteLoaderData<Site>("root") ?? UNKNOWN

/** Of a route's `meta`. */
export interface MetaArguments {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** For a route's `meta`. */
export const siteOf = ({ matches }: MetaArguments): Site =>
  (matches.find((match) => match?.id === "root")?.loaderData as Site | undefined) ?? UNKNOWN
