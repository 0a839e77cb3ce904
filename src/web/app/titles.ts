// The document title of an app page that search engines should not index.
import { useEffect } from "react"
import { type MetaArguments, siteOf, useSite } from "../layout/site.ts"

const titled = (title: string, siteName: string): string => `${title} · ${siteName}`

/** For a page whose title is known only in the browser. */
export function usePageTitle(title: string): void {
  const { name } = useSite()
  useEffect(() => {
    document.title = titled(title, name)
  }, [title, name])
}

export const pageTitle = (title: string) => (args: MetaArguments) => {
  const whole = titled(title, siteOf(args).name)
  return [
    { title: whole },
    { name: "description", content: `${whole}, your digital business card` },
    { name: "robots", content: "noindex" },
  ]
}
