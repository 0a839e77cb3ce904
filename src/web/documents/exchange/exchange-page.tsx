// /exchange/{username}: visitors leave their details for the owner of a profile. The sheet on the profile shows this page's form.
import { data, redirect } from "react-router"
import IconCircleCheck from "~icons/circle-check"
import { exchangePath, profilePath } from "../../../domain/paths.ts"
import { siteOf } from "../../layout/site.ts"
import { pageData } from "../../page-data.ts"
import { buttonStyle } from "../../ui/button-style.ts"
import { DocumentPage } from "../document-page.tsx"
import type { Route } from "./+types/exchange-page"
import { ExchangeForm } from "./exchange-form.tsx"

/** A profile has one address: other spellings redirect there. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { exchange, exchangeForm } = context.get(pageData)
  const shown = exchange ?? (await exchangeForm(params.username))
  if (shown?.state !== "form" && shown?.state !== "thanks") throw data(null, { status: 404 })
  if (shown.owner.username !== params.username) throw redirect(exchangePath(shown.owner.username))
  return shown
}

export const meta = (args: Route.MetaArgs) => [
  { title: `Leave your info · ${siteOf(args).name}` },
  { name: "robots", content: "noindex" },
]

export default function ExchangePage({ loaderData: exchange }: Route.ComponentProps) {
  const { owner } = exchange
  return (
    <DocumentPage>
      {/* Around the part that the profile's sheet takes over: there it has the colors of what it stands in. */}
      <div data-accent={owner.accent} className="mx-auto w-full max-w-md px-4 py-8 sm:py-14">
        <section data-exchange="" className="rounded-3xl border border-line bg-sheet p-6 shadow-card sm:p-8">
          {exchange.state === "form" ? (
            <ExchangeForm {...exchange} />
          ) : (
            <>
              <IconCircleCheck size={44} className="mb-4 -ml-1 text-accent" />
              <h1 className="font-serif text-xl font-semibold">{`${owner.name} has your info`}</h1>
              <p className="mt-2 text-ink-soft">
                {exchange.hasEmail
                  ? "We emailed you a link to view, correct or delete your details at any time."
                  : `To correct or delete them, ask ${owner.name}.`}
              </p>
              {exchange.hasEmail && (
                <p className="mt-2 text-sm text-ink-soft">Didn't get it? We send at most one email a week.</p>
              )}
              <a
                href={profilePath(owner.username)}
                data-close=""
                className={buttonStyle({ size: "lg" }, "mt-6 w-full")}
              >
                Done
              </a>
            </>
          )}
        </section>
      </div>
    </DocumentPage>
  )
}
