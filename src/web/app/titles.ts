// The document title of an app page; none of them belongs in a search engine.

export const pageTitle = (title: string) => () => [
  { title: `${title} · Meishi` },
  { name: "robots", content: "noindex" },
]
