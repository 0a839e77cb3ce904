// The document title of an app page; none of them belongs in a search engine.
import type { Site } from "../page-data.ts"

interface MetaArguments {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

export const pageTitle =
  (title: string) =>
  ({ matches }: MetaArguments) => {
    const site = matches.find((match) => match?.id === "root")?.loaderData as Site | undefined
    return [{ title: `${title} · ${site?.name ?? "Meishi"}` }, { name: "robots", content: "noindex" }]
  }
