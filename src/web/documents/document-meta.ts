// Title, description and link preview of a document.
import type { MetaDescriptor } from "react-router"
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, SITE_PREVIEW } from "../../domain/profile/preview.ts"
import { type MetaArguments, siteOf } from "../layout/site.ts"
import type { Site } from "../page-data.ts"

interface Description {
  /** the complete title, as shown in a tab */
  title: string
  description: string
  /** the page's one address, absolute */
  url: string
  type?: "website" | "profile"
  /** path and description of the preview picture */
  image?: { path: string; alt: string }
}

const SITE_IMAGE = { path: SITE_PREVIEW, alt: "Connect, share, and build meaningful connections" }

export const describe = (
  { title, description, url, type = "website", image = SITE_IMAGE }: Description,
  site: Pick<Site, "name" | "origin">,
): MetaDescriptor[] => [
  { title },
  { name: "description", content: description },
  { tagName: "link", rel: "canonical", href: url },
  { property: "og:type", content: type },
  { property: "og:title", content: title },
  { property: "og:description", content: description },
  { property: "og:url", content: url },
  { property: "og:site_name", content: site.name },
  { property: "og:image", content: site.origin + image.path },
  { property: "og:image:width", content: String(PREVIEW_WIDTH) },
  { property: "og:image:height", content: String(PREVIEW_HEIGHT) },
  { property: "og:image:alt", content: image.alt },
  // Networks take title, description and picture from the tags above.
  { name: "twitter:card", content: "summary_large_image" },
]

/** `meta` of an information page. */
export const documentMeta = (path: string, title: string, description: string) => (args: MetaArguments) => {
  const site = siteOf(args)
  return describe({ title: `${title} · ${site.name}`, description, url: site.origin + path }, site)
}
