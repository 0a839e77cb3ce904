// The document title of an app page that search engines should not index.
import { useEffect } from "react"
import { useSite } from "../layout/site.ts"
import type { Site } from "../page-data.ts"

interface MetaArguments {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

const titled = (title: string, siteName: string): string => `${title} · ${siteName}`

/** For a page whose title is known only in the browser. */
export function usePageTitle(title: string): void {
  const { name } = useSite()
  useEffect(() => {
    document.title = titled(title, name)
  }, [title, name])
}

export const pageTitle =
  (title: string) =>
  ({ matches }: MetaArguments) => {
    const site = matches.find((match) => match?.id === "root")?.loaderData as Site | undefined
    const whole = titled(title, site?.name ?? "Meishi")
    return [
      { title: whole },
      { name: "description", content: `${whole}, your digital business card` },
      { name: "robots", content: "noindex" },
    ]
  }
