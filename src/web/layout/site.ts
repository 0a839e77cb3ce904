// The site's own facts, for every component below the root route.
import { useRouteLoaderData } from "react-router"
import type { Site } from "../page-data.ts"

const UNKNOWN: Site = { name: "Meishi", origin: "", support_email: "", today: "" }

/** When the root could not be loaded, an error page still has a header. */
export const useSite = (): Site => useRouteLoaderData<Site>("root") ?? UNKNOWN
