// /exchange/my/details: for those who left their details, by the link in their email. Opening the link changes nothing: mail programs
// open links, too.
import { data } from "react-router"
import { GIVEN_PAGE, profilePath } from "../../../domain/paths.ts"
import type { Exchange, GivenPerson } from "../../../domain/people/given.ts"
import { GIVEN } from "../../../domain/people/people-messages.ts"
import { calendarDayOf } from "../../../domain/time.ts"
import { siteOf } from "../../layout/site.ts"
import { pageData } from "../../page-data.ts"
import { buttonStyle } from "../../ui/button-style.ts"
import { DocumentPage } from "../document-page.tsx"
import type { Route } from "./+types/given-page"
import { DetailFields } from "./detail-fields.tsx"

type Shown = Exclude<Exchange, { state: "form" | "thanks" }>

export function loader({ context }: Route.LoaderArgs): Shown {
  const { exchange } = context.get(pageData)
  if (exchange === undefined || exchange.state === "form" || exchange.state === "thanks")
    throw data(null, { status: 404 })
  return exchange
}

export const meta = (args: Route.MetaArgs) => [
  { title: `Your details · ${siteOf(args).name}` },
  { name: "robots", content: "noindex" },
]

export default function GivenPage({ loaderData: exchange }: Route.ComponentProps) {
  return (
    <DocumentPage>
      <div className="mx-auto flex w-full max-w-md flex-col gap-6 px-4 py-8 sm:py-14">
        {exchange.state === "given" && <Given {...exchange} />}
        {exchange.state === "confirm" && <Confirm token={exchange.token} />}
        {exchange.state === "gone" && <Gone done={exchange.done} />}
      </div>
    </DocumentPage>
  )
}

const SHEET = "rounded-3xl border border-line bg-sheet p-6 shadow-card sm:p-8"

function Confirm({ token }: { token: string }) {
  return (
    <section className={SHEET}>
      <h1 className="font-serif text-2xl font-semibold">Did you leave your info?</h1>
      <p className="mt-2 text-ink-soft">
        Confirm that this email address is yours. You can then see, correct or delete the details left with it, and
        we'll email you a copy.
      </p>
      <form method="post" action={GIVEN_PAGE} className="mt-6 flex flex-col gap-3">
        <input type="hidden" name="token" value={token} />
        <button type="submit" name="act" value="confirm" className={buttonStyle({ size: "lg" })}>
          Yes, show me
        </button>
        <button type="submit" name="act" value="deny" className={buttonStyle({ size: "lg", variant: "secondary" })}>
          It wasn't me: delete the details
        </button>
      </form>
    </section>
  )
}

const DONE = {
  confirmed: "Your address is confirmed. We emailed you a copy with a link to this page.",
  saved: "Saved.",
  deleted: "Deleted.",
  missing: "These details have already been deleted.",
}

function Given({ token, people, hasMore, done }: Extract<Exchange, { state: "given" }>) {
  return (
    <>
      <div>
        <h1 className="font-serif text-2xl font-semibold">The details you left</h1>
        <p className="mt-2 text-ink-soft">
          {people.length === 0
            ? "We aren't storing any details for this email address."
            : "Correct or delete them whenever you like."}
        </p>
      </div>
      {done !== undefined && (
        <p
          role="status"
          className={`rounded-xl px-4 py-3 font-medium ${done === "missing" ? "bg-well text-ink" : "bg-good-paper text-good"}`}
        >
          {DONE[done]}
        </p>
      )}
      {people.map((person) => (
        <OneGiven key={person.id} token={token} person={person} />
      ))}
      {hasMore && (
        <p className="text-ink-soft">
          These are the latest {people.length}. You left more: to see older ones, delete some of these, or{" "}
          <a href="/contact">write to us</a>.
        </p>
      )}
    </>
  )
}

const AFTER_TAP = "after you tapped their card (they can see which one)"

function OneGiven({ token, person }: { token: string; person: GivenPerson }) {
  const { id, owner, given_at, place, hasTapped, kept_until, values, errors } = person
  const kept = kept_until === null ? "Kept until you or they delete them." : `Kept until ${dayIn(kept_until)}.`
  const left = [
    `Left on ${dayIn(given_at)}`,
    ...(place === "" ? [] : [`in ${place}`]),
    ...(hasTapped ? [AFTER_TAP] : []),
  ]
  return (
    <section className={SHEET}>
      <h2 className="font-serif text-xl font-semibold">
        {owner === null ? (
          `With ${GIVEN.profileGone}`
        ) : (
          <>
            With <a href={profilePath(owner.username)}>{owner.name}</a>
          </>
        )}
      </h2>
      <p className="mt-2 text-ink-soft">{`${left.join(" ")}. ${kept}`}</p>
      <form method="post" action={GIVEN_PAGE} className="mt-6 flex flex-col gap-5">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="id" value={id} />
        <DetailFields values={values} errors={errors} fixed="email" of={`-${id}`} />
        <button type="submit" name="act" value="save" className={buttonStyle({ size: "lg" })}>
          Save
        </button>
        <button
          type="submit"
          name="act"
          value="delete"
          formNoValidate
          className={buttonStyle({ variant: "quiet" }, "text-bad")}
        >
          Delete my details
        </button>
      </form>
    </section>
  )
}

const dayIn = (moment: string): string => calendarDayOf(moment.slice(0, 10))

const GONE = {
  deleted: "Everything left with your address has been deleted.",
  newest:
    "The latest details left with your address have been deleted. Details you confirmed earlier are still saved; use the link in our earlier email to see them.",
  confirmed: "Your address is confirmed. We emailed you a new link to see, correct or delete your details.",
}

function Gone({ done }: { done?: keyof typeof GONE | undefined }) {
  return (
    <section className={SHEET}>
      <h1 className="font-serif text-2xl font-semibold">
        {done === undefined ? "This link no longer works" : done === "confirmed" ? "Already confirmed" : "Deleted"}
      </h1>
      <p className="mt-2 text-ink-soft">
        {done === undefined
          ? "It has expired or been used, or the details were deleted. If you confirmed your address, check your email for a newer link."
          : GONE[done]}
      </p>
      {done === undefined && (
        <>
          <p className="mt-4 text-ink-soft">Need something corrected or deleted?</p>
          <a href="/contact" className={buttonStyle({ variant: "secondary" }, "mt-6 w-full")}>
            Write to us
          </a>
        </>
      )}
    </section>
  )
}
