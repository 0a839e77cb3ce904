// Explanations of settings: of Markdown, they use backticks only.
import { Fragment } from "react"

export const withCode = (text: string) =>
  text.split("`").map((part, n) => {
    const Part = n % 2 === 1 ? Code : Fragment
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    return <Part key={n}>{part}</Part>
  })

const Code = ({ children }: { children: string }) => <code className="font-mono text-sm">{children}</code>
