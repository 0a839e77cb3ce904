// One person: how to reach them, how you met, your note, and a follow-up in your own email app.
import { useNavigate } from "react-router"
import IconCalendarEvent from "~icons/calendar-event"
import IconChevronRight from "~icons/chevron-right"
import IconDownload from "~icons/download"
import IconEdit from "~icons/edit"
import IconId from "~icons/id"
import IconMail from "~icons/mail"
import IconMapPin from "~icons/map-pin"
import IconNote from "~icons/note"
import IconPhone from "~icons/phone"
import IconPlus from "~icons/plus"
import IconSend from "~icons/send"
import IconTrash from "~icons/trash"
import IconWorld from "~icons/world"
import type { Person } from "../../../../api/people.ts"
import { contactPath, profilePath } from "../../../../domain/paths.ts"
import { PEOPLE } from "../../../../domain/people/people-messages.ts"
import type { PersonEntry } from "../../../../domain/people/person.ts"
import { displayItemDate, ITEM_KIND_LABEL } from "../../../../domain/profile/items.ts"
import { displayUrl, httpUrl } from "../../../../domain/profile/links.ts"
import { withScheme } from "../../../../domain/profile/typed-links.ts"
import { ApiError, call } from "../../../session/api.ts"
import { useSession } from "../../../session/session-store.ts"
import { Avatar } from "../../../ui/avatar.tsx"
import { Button } from "../../../ui/button.tsx"
import { shortDayOf } from "../../../ui/dates.ts"
import { Badge } from "../../../ui/feedback/badge.tsx"
import { Notice } from "../../../ui/feedback/notice.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { Panel } from "../../../ui/layout/panel.tsx"
import { useConfirm } from "../../../ui/overlay/confirm-dialog.tsx"
import { TextLink } from "../../../ui/text-link.tsx"
import { showFailure } from "../../show-failure.ts"
import { emailLink, phoneLink } from "../reach-links.ts"
import { TappedCard } from "../tapped-card.tsx"
import { followUp } from "./follow-up.ts"
import { Reach } from "./reach.tsx"

const SOURCE = {
  given: "Shared their details",
  profile: "Shared their profile",
  added: "Added by you",
  scanned: "Scanned by you",
  imported: "Imported from a file",
  synced: "Synced from your phone",
} as const

interface PersonViewProps {
  person: Person
  onEdit: () => void
  onAddNote: () => void
}

export function PersonView({ person, onEdit, onAddNote }: PersonViewProps) {
  const { full_name, job_title, business_name, entries, note, tags, event, place, met_at, source } = person
  const about = [job_title, business_name].filter((text) => text !== "").join(" · ")
  const met = [event, place].filter((text) => text !== "").join(" · ")
  return (
    <>
      {/* In the line of the way back: a long name needs the width of the card. */}
      <div className="absolute -top-2.5 -right-3 flex">
        <Button variant="quiet" size="sm" onClick={onEdit}>
          <IconEdit size={18} aria-hidden="true" />
          Edit
        </Button>
        <DeleteButton person={person} />
      </div>
      <Panel>
        <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 sm:gap-x-4">
          <Avatar src="" name={full_name} className="size-14 sm:size-16 rounded-full text-xl" />
          <div>
            <h1 dir="auto" className="font-serif text-xl font-semibold sm:text-2xl text-balance wrap-anywhere">
              {full_name || "No name"}
            </h1>
            {about !== "" && (
              <p dir="auto" className="mt-0.5 text-ink-soft wrap-anywhere">
                {about}
              </p>
            )}
          </div>
          <div className="col-start-2 mt-1 min-w-0">
            <p className="text-sm text-ink-soft wrap-anywhere">
              {met !== "" && <span className="block">{met}</span>}
              {person.tapped_card !== null && <TappedCard card={person.tapped_card} />}
              <span className="block">
                {SOURCE[source]} on {shortDayOf(met_at)}
              </span>
              {person.kept_until !== null && (
                <span className="block">
                  Kept until {shortDayOf(person.kept_until)}, then deleted, as you chose in your settings
                </span>
              )}
            </p>
            {tags.length > 0 && (
              <p className="mt-3 flex flex-wrap gap-1.5">
                {tags.map((tag) => (
                  <TextLink
                    key={tag}
                    bare
                    className="flex max-w-full min-w-0"
                    href={`/people?${new URLSearchParams({ tag })}`}
                  >
                    <Badge isTyped>{tag}</Badge>
                  </TextLink>
                ))}
              </p>
            )}
          </div>
        </div>
        <div className={INDENTED}>
          <Reach person={person} />
        </div>
        {person.their_state === "gone" && (
          <Notice standing className="mt-5">
            {PEOPLE.gone}
          </Notice>
        )}
        <div className="mt-5 -mb-2.5 divide-y divide-line border-t border-line">
          {entries.length > 0 && (
            <ul aria-label="Ways to reach them" className="divide-y divide-line">
              {entries.map((entry, at) => (
                // Entries have no identity of their own, and their order does not change here.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <EntryRow key={at} entry={entry} />
              ))}
            </ul>
          )}
          {person.their_state === "live" && (
            <p className={`py-3 pl-9 ${INDENTED} text-sm text-pretty text-ink-soft`}>
              {PEOPLE.live}{" "}
              {person.their_username !== null && (
                <TextLink href={profilePath(person.their_username)}>View profile</TextLink>
              )}
            </p>
          )}
          {note === "" ? (
            <button type="button" className={`${LINK_ROW} cursor-pointer text-ink-soft`} onClick={onAddNote}>
              <IconNote size={20} aria-hidden="true" className={ICON_LOOK} />
              <span className="flex-1 text-left">Add a note</span>
              <IconPlus size={18} aria-hidden="true" className={END_ICON_LOOK} />
            </button>
          ) : (
            <section aria-labelledby="note" className={ROW}>
              <IconNote size={20} aria-hidden="true" className={ICON_LOOK} />
              {/* Named below, as the rows above are, and read before. */}
              <div className="flex min-w-0 flex-1 flex-col-reverse">
                <h2 id="note" className="text-sm text-ink-soft">
                  Note
                </h2>
                <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                  {note}
                </p>
              </div>
            </section>
          )}
        </div>
      </Panel>
      <FollowUp person={person} />
    </>
  )
}

/** An icon, and what it stands for beside it. */
const ROW = "-mx-2 flex w-[calc(100%+1rem)] gap-4 rounded-xl px-2 py-2.5"
const LINK_ROW = `${ROW} hover:bg-well`
/** Level with the first line; on wide screens below the middle of the portrait, so that everything to read begins below the name. */
const ICON_LOOK = "mt-0.5 shrink-0 text-ink-soft sm:box-content sm:px-5.5"
/** What a press does. */
const END_ICON_LOOK = "shrink-0 self-center text-ink-soft"
const INDENTED = "sm:pl-20"

const ICON = { phone: IconPhone, email: IconMail, link: IconWorld, address: IconMapPin, date: IconCalendarEvent }

function EntryRow({ entry: { kind, label, value } }: { entry: PersonEntry }) {
  const Icon = ICON[kind]
  const href = addressOf({ kind, label, value })
  const shown = kind === "link" ? displayUrl(value) : kind === "date" ? displayItemDate(value) : value
  const row = (
    <>
      <Icon size={20} aria-hidden="true" className={ICON_LOOK} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block whitespace-pre-line text-ink wrap-anywhere">
          {shown}
        </span>
        <span className="block text-sm text-ink-soft">{label || ITEM_KIND_LABEL[kind]}</span>
      </span>
    </>
  )
  return (
    <li>
      {href === null ? (
        <div className={ROW}>{row}</div>
      ) : (
        <a href={href} rel="noreferrer" className={LINK_ROW}>
          {row}
        </a>
      )}
    </li>
  )
}

/** Contacts come from anywhere: only these schemes become links. */
function addressOf({ kind, value }: PersonEntry): string | null {
  if (kind === "phone") return phoneLink(value)
  if (kind === "email") return emailLink(value)
  return kind === "link" ? httpUrl(withScheme(value)) : null
}

function FollowUp({ person }: { person: Person }) {
  const session = useSession()
  const own = session.status === "signed-in" ? (session.me?.profile ?? null) : null
  const href = followUp(person, own, location.origin)
  if (href === null) return null
  return (
    <Panel aria-label="Follow up">
      <ul className="-my-3 divide-y divide-line">
        <li className="py-1">
          <a href={href} className={LINK_ROW}>
            <IconSend size={20} aria-hidden="true" className={ICON_LOOK} />
            <span className="flex-1">
              Write a follow-up
              <span className="block text-sm text-pretty text-ink-soft">
                Opens a draft in your email app. We don't send or track anything.
              </span>
            </span>
            <IconChevronRight size={18} aria-hidden="true" className={END_ICON_LOOK} />
          </a>
        </li>
        {own !== null && own.hidden_at === null && (
          <li className="py-1">
            <a href={contactPath(own.username)} download className={LINK_ROW}>
              <IconId size={20} aria-hidden="true" className={ICON_LOOK} />
              <span className="flex-1">
                Download my contact card
                <span className="block text-sm text-ink-soft">A file to attach to your email.</span>
              </span>
              <IconDownload size={18} aria-hidden="true" className={END_ICON_LOOK} />
            </a>
          </li>
        )}
      </ul>
    </Panel>
  )
}

function DeleteButton({ person: { id, full_name } }: { person: Person }) {
  const { ask, dialog } = useConfirm()
  const navigate = useNavigate()
  const remove = async () => {
    try {
      await call("DELETE /api/people/{id}", { params: { id } })
      showToast({ title: PEOPLE.deleted(1), tone: "good" })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) return showFailure(PEOPLE.failed, error)
      showToast({ title: PEOPLE.missing })
    }
    await navigate("/people")
  }
  const askFirst = () =>
    ask({
      title: "Delete this person?",
      about: full_name,
      question: "They'll also be removed from your synced devices. This can't be undone.",
      confirm: "Delete",
      onConfirm: () => void remove(),
    })
  return (
    <>
      <Button variant="quiet" size="sm" className="text-bad" onClick={askFirst}>
        <IconTrash size={18} aria-hidden="true" />
        Delete
      </Button>
      {dialog}
    </>
  )
}
