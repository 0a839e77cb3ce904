// Shown when rendering failed.
import { GENERAL } from "../../domain/messages.ts"
import { buttonStyle } from "../ui/button-style.ts"
import { DocumentPage } from "./document-page.tsx"

export function ErrorPage() {
  return (
    <DocumentPage>
      <title>Something went wrong</title>
      <div className="m-auto flex w-full max-w-md flex-col items-center px-5 py-16 text-center">
        <h1 className="font-serif text-2xl font-semibold text-ink">This page could not be shown</h1>
        <p className="mt-3 text-ink-soft">{GENERAL.internal}</p>
        <a href="/" className={buttonStyle({ variant: "secondary" }, "mt-8")}>
          Return to Home
        </a>
      </div>
    </DocumentPage>
  )
}
