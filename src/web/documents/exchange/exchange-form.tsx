// The form of the exchange. Browsers know the answers: its fields carry the names that autofill looks for.
import { exchangePath, profilePath } from "../../../domain/paths.ts"
import type { ExchangeForm as ExchangeFormContent } from "../../../domain/people/given.ts"
import { buttonStyle } from "../../ui/button-style.ts"
import { EXCHANGE_TITLE } from "../../visitor/exchange-done.tsx"
import { DetailFields } from "./detail-fields.tsx"

export function ExchangeForm({ owner, consent, kept_days, values, errors, problem }: ExchangeFormContent) {
  return (
    <form method="post" action={exchangePath(owner.username)} className="flex flex-col gap-3 sm:gap-3.5">
      <div className="mb-0.5 in-[dialog]:pr-8 sm:in-[dialog]:mb-2.5">
        <h1 className={EXCHANGE_TITLE}>{`Let ${owner.name} know who you are`}</h1>
        <p className="mt-1 text-ink-soft">Just your name and phone or email.</p>
      </div>
      <input type="hidden" name="kept_days" value={kept_days} />
      <DetailFields values={values} errors={errors} />
      {/* Not for people: bots fill in everything. */}
      <div hidden>
        <input type="text" name="subject" tabIndex={-1} autoComplete="off" aria-hidden="true" />
      </div>
      {/* In view with the button that agrees to it. Send is the first in the order of keys, the last for the thumb. */}
      <div className="form-foot flex flex-row-reverse flex-wrap gap-x-3 gap-y-4">
        <p data-consent="" className="w-full text-sm text-ink-soft">
          {consent}
        </p>
        {problem !== undefined && (
          <p role="alert" className="w-full font-medium text-bad">
            {problem}
          </p>
        )}
        <button type="submit" className={buttonStyle({ size: "lg" }, "grow-2")}>
          Send
        </button>
        <a href={profilePath(owner.username)} data-close="" className={buttonStyle({ variant: "quiet" }, "grow")}>
          Not now
        </a>
      </div>
    </form>
  )
}
