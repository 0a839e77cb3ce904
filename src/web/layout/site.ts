// Facts about the site, for every component below the root route.
import { useRouteLoaderData } from "react-router"
import { TAP_RETENTION_DAYS } from "../../domain/limits.ts"
import type { Site } from "../page-data.ts"

const NO_TAPS = { kept_days: TAP_RETENTION_DAYS, has_places: false, credit: null }
const UNKNOWN: Site = { name: "Meishi", origin: "", support_email: "", today: "", sign_up: "open", taps: NO_TAPS }

/** So that an error page has a header even if the root could not be loaded. */
export const useSite = (): Site => useRouteLoaderData<Site>("root") ?? UNKNOWN
