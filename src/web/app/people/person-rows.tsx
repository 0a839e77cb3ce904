// People as rows under the day and the event where they were met.
import IconMail from "~icons/mail"
import IconPhone from "~icons/phone"
import type { ListedPerson } from "../../../api/people.ts"
import { Avatar } from "../../ui/avatar.tsx"
import { classNames } from "../../ui/class-names.ts"
import { dayOf } from "../../ui/dates.ts"
import { Badge } from "../../ui/feedback/badge.tsx"
import { TextLink } from "../../ui/text-link.tsx"
import { phoneLink } from "./reach-links.ts"
import { TappedCard } from "./tapped-card.tsx"
import type { Selection } from "./use-selection.ts"

interface PersonRowsProps {
  people: ListedPerson[]
  /** null: they are not being selected */
  selected: Selection | null
  onToggle: (person: ListedPerson) => void
}

export function PersonRows({ people, ...rest }: PersonRowsProps) {
  return (
    <div className="flex flex-col gap-6">
      {groupsOf(people).map(({ key, day, event, members }) => (
        <section key={key} aria-label={event === "" ? day : `${event}, ${day}`}>
          <h2 className="mb-2 flex flex-wrap items-baseline gap-x-2">
            {event !== "" && <span className="font-serif text-lg font-semibold wrap-anywhere">{event}</span>}
            <span className={classNames("text-sm", event === "" ? "font-semibold" : "text-ink-soft")}>{day}</span>
          </h2>
          <ul className="divide-y divide-line rounded-2xl border border-line bg-sheet shadow-card">
            {members.map((person) => (
              <PersonRow key={person.id} person={person} {...rest} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function groupsOf(people: ListedPerson[]) {
  const groups: { key: string; day: string; event: string; members: ListedPerson[] }[] = []
  for (const person of people) {
    const day = dayName(person.met_at)
    const last = groups.at(-1)
    if (last?.day === day && last.event === person.event) last.members.push(person)
    else groups.push({ key: person.id, day, event: person.event, members: [person] })
  }
  return groups
}

function dayName(iso: string): string {
  const day = dayOf(iso)
  const now = new Date()
  if (day === dayOf(now.toISOString())) return "Today"
  now.setDate(now.getDate() - 1)
  return day === dayOf(now.toISOString()) ? "Yesterday" : day
}

const TOOL =
  "relative z-10 inline-flex size-11 items-center justify-center rounded-xl text-ink-soft hover:bg-well hover:text-ink"

function PersonRow({ person, selected, onToggle }: Omit<PersonRowsProps, "people"> & { person: ListedPerson }) {
  const { id, full_name, job_title, business_name, tags, phone, email, place, tapped_card, their_state } = person
  const about = [job_title, business_name].filter((text) => text !== "").join(" · ") || email || phone
  const call = phoneLink(phone)
  const isSelected = selected?.has(id) ?? false
  const name = (
    <span dir="auto" className="block truncate font-semibold text-ink">
      {full_name || "No name"}
    </span>
  )
  return (
    <li
      className={classNames(
        "relative flex items-center gap-3 px-4 py-3 first:rounded-t-2xl last:rounded-b-2xl hover:bg-well/60 sm:gap-4 sm:px-5",
        isSelected && "bg-well",
      )}
    >
      {selected !== null && (
        <input
          type="checkbox"
          id={`select-${id}`}
          checked={isSelected}
          onChange={() => onToggle(person)}
          className="check relative z-10"
        />
      )}
      {/* Its tint is close to that of a chosen row. */}
      <Avatar
        src=""
        name={full_name}
        className={classNames("size-11 rounded-full", isSelected && "ring-2 ring-sheet")}
      />
      <div className="min-w-0 flex-1">
        {/* The whole row can be pressed. */}
        {selected === null ? (
          <TextLink bare href={`/people/${id}`} className="after:absolute after:inset-0 after:rounded-2xl">
            {name}
          </TextLink>
        ) : (
          <label htmlFor={`select-${id}`} className="cursor-pointer after:absolute after:inset-0">
            {name}
          </label>
        )}
        {(about || place) && (
          <p dir="auto" className="truncate text-sm text-ink-soft">
            {[about, place].filter((text) => text !== "").join(" · ")}
          </p>
        )}
        {tapped_card !== null && <TappedCard card={tapped_card} className="text-sm text-ink-soft" />}
        {(tags.length > 0 || their_state === "gone") && (
          <p className="mt-1.5 flex flex-wrap gap-1.5">
            {their_state === "gone" && <Badge tone="bad">Profile removed</Badge>}
            {tags.slice(0, 4).map((tag) => (
              <span key={tag} className="flex min-w-0 max-w-37.5 sm:max-w-80">
                <Badge isTyped>{tag}</Badge>
              </span>
            ))}
            {tags.length > 4 && <Badge>{`+${tags.length - 4}`}</Badge>}
          </p>
        )}
      </div>
      {selected === null && (
        <div className="-mr-2 flex sm:-mr-3">
          {email !== "" && (
            <a
              href={`mailto:${encodeURIComponent(email)}`}
              aria-label={`Email ${full_name}`}
              // A phone has room for one.
              className={classNames(TOOL, call !== null && "max-sm:hidden")}
            >
              <IconMail size={20} aria-hidden="true" />
            </a>
          )}
          {call !== null && (
            <a href={call} aria-label={`Call ${full_name}`} className={TOOL}>
              <IconPhone size={20} aria-hidden="true" />
            </a>
          )}
        </div>
      )}
    </li>
  )
}
