// Title, description and link preview of a document.
import type { MetaDescriptor } from "react-router"
import type { Site } from "../page-data.ts"

interface MetaArguments {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** The site as the root route loaded it. */
export const siteOf = ({ matches }: MetaArguments): Site | undefined =>
  matches.find((match) => match?.id === "root")?.loaderData as Site | undefined

interface Description {
  /** the whole title as shown in a tab */
  title: string
  description: string
  /** the page's one address, absolute */
  url: string
  type?: "website" | "profile"
  /** absolute address of a picture for previews */
  image?: string | undefined
}

export const describe = ({ title, description, url, type = "website", image }: Description): MetaDescriptor[] => [
  { title },
  { name: "description", content: description },
  { tagName: "link", rel: "canonical", href: url },
  { property: "og:type", content: type },
  { property: "og:title", content: title },
  { property: "og:description", content: description },
  { property: "og:url", content: url },
  ...(image === undefined ? [] : [{ property: "og:image", content: image }]),
  { name: "twitter:card", content: "summary" },
]

/** `meta` of an information page. */
export const documentMeta = (path: string, title: string, description: string) => (args: MetaArguments) => {
  const site = siteOf(args)
  const name = site?.name ?? "Meishi"
  return describe({ title: `${title} · ${name}`, description, url: (site?.origin ?? "") + path })
}
