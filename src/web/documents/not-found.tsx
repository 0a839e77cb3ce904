// Every address without a page.
import { data } from "react-router"
import { siteOf } from "../layout/site.ts"
import type { Route } from "./+types/not-found"
import { NotFoundPage } from "./error-pages.tsx"

export const loader = () => data(null, { status: 404 })

export const meta = (args: Route.MetaArgs) => [
  { title: `Page not found · ${siteOf(args).name}` },
  { name: "robots", content: "noindex" },
]

export default NotFoundPage
