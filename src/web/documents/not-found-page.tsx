// The page for unknown addresses (specification section 2).
import { NOT_FOUND } from "../../domain/messages.ts"
import { buttonStyle } from "../ui/button-style.ts"
import { DocumentPage } from "./document-page.tsx"

export function NotFoundPage() {
  return (
    <DocumentPage>
      <div className="m-auto flex w-full max-w-md flex-col items-center px-5 py-16 text-center">
        <h1 className="font-serif text-[6.5rem] leading-none font-semibold tracking-tight text-accent sm:text-[8rem]">
          {NOT_FOUND.title}
        </h1>
        <p className="mt-4 text-xl text-ink">{NOT_FOUND.text}</p>
        <p className="mt-2 text-ink-soft">The address may have been mistyped, or the page has moved.</p>
        <a href="/" className={buttonStyle({}, "mt-8")}>
          {NOT_FOUND.home}
        </a>
      </div>
    </DocumentPage>
  )
}
