// "your name here": the first field a visitor sees. A plain form, so it works without scripts; sign-up receives the name.
import { useContext } from "react"
import { ACCOUNT_FIELD } from "../../../domain/account/field-messages.ts"
import { USERNAME_MAX, USERNAME_MIN } from "../../../domain/limits.ts"
import { displayUrl } from "../../../domain/profile/links.ts"
import { useSite } from "../../layout/site.ts"
import { Rendering } from "../../page-data.ts"
import { buttonStyle } from "../../ui/button-style.ts"

export function ClaimForm() {
  const { origin } = useSite()
  const { visitor } = useContext(Rendering)
  return (
    <form action="/signup" method="get" className="mt-6 w-full max-w-lg sm:mt-8">
      <div className="flex flex-col gap-2.5 rounded-3xl border border-line-strong bg-sheet p-2.5 shadow-card has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent sm:flex-row sm:items-center">
        <div className="flex min-h-13 min-w-0 flex-1 items-center px-3">
          <label htmlFor="claim" className="max-w-[60%] shrink-0 truncate text-ink-soft">
            <span className="sr-only">Your address: </span>
            {displayUrl(origin)}/
          </label>
          <input
            id="claim"
            type="text"
            name="username"
            required
            minLength={USERNAME_MIN}
            maxLength={USERNAME_MAX}
            pattern="[a-z0-9_\-]+"
            title={ACCOUNT_FIELD.usernameCharacters}
            placeholder="your name here"
            autoCapitalize="none"
            autoCorrect="off"
            autoComplete="off"
            spellCheck={false}
            className="min-w-0 flex-1 bg-transparent py-2 font-medium text-ink placeholder:text-ink-soft placeholder:opacity-80 focus:outline-none"
          />
        </div>
        <button type="submit" className={buttonStyle({ size: "lg" })}>
          Get your card
        </button>
      </div>
      <p
        role="status"
        data-claim=""
        className="mt-3 -mr-2 text-sm text-ink-soft data-[claim=bad]:font-medium data-[claim=bad]:text-bad data-[claim=good]:font-medium data-[claim=good]:text-good"
      >
        Free, no physical card needed, ready in two minutes.
      </p>
      {visitor && <script type="module" src={visitor.claim} />}
    </form>
  )
}
