// /exchange/{username}: visitors leave their details for the owner of a profile. The sheet on the profile shows this page's form.
import { data, redirect } from "react-router"
import IconX from "~icons/x"
import { exchangePath, profilePath } from "../../../domain/paths.ts"
import { siteOf } from "../../layout/site.ts"
import { pageData } from "../../page-data.ts"
import { ExchangeDone } from "../../visitor/exchange-done.tsx"
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
      <div data-accent={owner.accent} className="mx-auto w-full max-w-lg px-4 py-6 sm:py-8">
        <section
          data-exchange=""
          className="rounded-3xl border border-line bg-sheet p-(--edge) shadow-card [--edge:1.25rem] sm:[--edge:2rem]"
        >
          {/* In the sheet. */}
          <a
            href={profilePath(owner.username)}
            data-close=""
            aria-label="Close"
            className="absolute top-3.5 right-3 hidden size-11 items-center justify-center rounded-full text-ink-soft hover:bg-well hover:text-ink in-[dialog]:flex sm:top-5.5 sm:right-5"
          >
            <IconX size={20} aria-hidden="true" />
          </a>
          {exchange.state === "form" ? (
            <ExchangeForm {...exchange} />
          ) : (
            <ExchangeDone username={owner.username} title={`${owner.name} has your info`}>
              {exchange.hasEmail ? (
                <>
                  <p>We emailed you a link to view, correct or delete your details at any time.</p>
                  <p className="text-sm">No email? Check your spam folder. We send this link at most once a week.</p>
                </>
              ) : (
                <p>{`To correct or delete your details, contact ${owner.name}.`}</p>
              )}
            </ExchangeDone>
          )}
        </section>
      </div>
    </DocumentPage>
  )
}
