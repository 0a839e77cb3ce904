// The frame of a document: header, the page, footer.
import type { ReactNode } from "react"
import { Footer } from "../layout/footer.tsx"
import { Header } from "../layout/header.tsx"
import { accountCorner } from "./in-application.tsx"

interface DocumentPageProps {
  children: ReactNode
  profile?: boolean
  /** on a profile: the way to report it */
  report?: ReactNode
}

export function DocumentPage({ children, profile = false, report }: DocumentPageProps) {
  return (
    <div className="frame">
      <Header profile={profile} account={accountCorner()} />
      <main>{children}</main>
      <Footer profile={profile} report={report} />
    </div>
  )
}
