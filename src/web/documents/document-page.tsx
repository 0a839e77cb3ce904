// The frame of a document: header, the page, footer.
import type { ReactNode } from "react"
import { Footer } from "../layout/footer.tsx"
import { Header } from "../layout/header.tsx"
import { accountCorner } from "./in-application.tsx"

export function DocumentPage({ children, profile = false }: { children: ReactNode; profile?: boolean }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header profile={profile} account={accountCorner()} />
      <main className="flex flex-1 flex-col">{children}</main>
      <Footer profile={profile} />
    </div>
  )
}
