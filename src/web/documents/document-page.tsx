// The frame of a document: header, the page, footer.
import type { ReactNode } from "react"
import { Footer } from "../layout/footer.tsx"
import { Header } from "../layout/header.tsx"
import { accountCorner } from "./in-application.tsx"

interface DocumentPageProps {
  children: ReactNode
  /** on a profile, whose header is small, too */
  profileFooter?: ReactNode
}

export function DocumentPage({ children, profileFooter }: DocumentPageProps) {
  return (
    <div className="frame">
      <Header profile={Boolean(profileFooter)} account={accountCorner()} />
      <main>{children}</main>
      {profileFooter || <Footer />}
    </div>
  )
}
