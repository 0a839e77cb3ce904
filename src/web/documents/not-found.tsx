// Every address without a page.
import { data } from "react-router"
import type { Route } from "./+types/not-found"
import { siteOf } from "./document-meta.ts"
import { NotFoundPage } from "./not-found-page.tsx"

export const loader = () => data(null, { status: 404 })

export const meta = (args: Route.MetaArgs) => [
  { title: `Page not found · ${siteOf(args)?.name ?? ""}` },
  { name: "robots", content: "noindex" },
]

export default NotFoundPage
