// The pages for unknown addresses (specification section 2) and for failures of rendering.
import type { ReactNode } from "react"
import { GENERAL, NOT_FOUND } from "../../domain/messages.ts"
import { buttonStyle } from "../ui/button-style.ts"
import { DocumentPage } from "./document-page.tsx"

export const NotFoundPage = () => (
  <CenteredPage>
    <h1 className="font-serif text-[6.5rem] leading-none font-semibold tracking-tight text-accent sm:text-[8rem]">
      {NOT_FOUND.title}
    </h1>
    <p className="mt-4 font-serif text-xl font-semibold text-ink">{NOT_FOUND.text}</p>
    <p className="mt-2 text-balance text-ink-soft">The address may be mistyped, or the page may have moved.</p>
    <a href="/" className={buttonStyle({}, "mt-8")}>
      {NOT_FOUND.home}
    </a>
  </CenteredPage>
)

export const ErrorPage = () => (
  <CenteredPage>
    <title>Something went wrong</title>
    <h1 className="font-serif text-2xl font-semibold text-ink">We couldn't show this page</h1>
    <p className="mt-3 text-ink-soft">{GENERAL.internal}</p>
    <a href="/" className={buttonStyle({ variant: "secondary" }, "mt-8")}>
      Return to Home
    </a>
  </CenteredPage>
)

function CenteredPage({ children }: { children: ReactNode }) {
  return (
    <DocumentPage>
      <div className="m-auto flex w-full max-w-md flex-col items-center px-4 py-16 text-center">{children}</div>
    </DocumentPage>
  )
}
