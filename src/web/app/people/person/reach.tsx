// Quick actions for a person, above everything else: call, email, save.
import type { ComponentProps } from "react"
import IconDownload from "~icons/download"
import IconMail from "~icons/mail"
import IconPhone from "~icons/phone"
import type { Person } from "../../../../api/people.ts"
import { contactFileName } from "../../../../domain/contact/vcard.ts"
import type { PersonEntry } from "../../../../domain/people/person.ts"
import { Button } from "../../../ui/button.tsx"
import { buttonStyle } from "../../../ui/button-style.ts"
import { downloadPerson } from "../export-people.ts"
import { emailLink, phoneLink } from "../reach-links.ts"

export function Reach({ person: { id, full_name, entries } }: { person: Person }) {
  const first = (wanted: PersonEntry["kind"]) => entries.find(({ kind }) => kind === wanted)?.value
  const phone = first("phone")
  const email = first("email")
  const call = phone === undefined ? null : phoneLink(phone)
  return (
    <div className="mt-5 flex gap-3 max-sm:flex-wrap max-sm:*:px-3">
      {call !== null && (
        <Tile href={call} isFirst>
          <IconPhone size={20} aria-hidden="true" />
          Call
        </Tile>
      )}
      {email !== undefined && (
        <Tile href={emailLink(email)} isFirst={call === null}>
          <IconMail size={20} aria-hidden="true" />
          Email
        </Tile>
      )}
      <Button
        variant="secondary"
        className="max-sm:flex-auto"
        onAct={() => downloadPerson(id, contactFileName({ full_name, username: "" }))}
      >
        <IconDownload size={20} aria-hidden="true" />
        Save contact
      </Button>
    </div>
  )
}

/** The first way to reach them stands out: nothing else on the page does. */
const Tile = ({ isFirst, ...link }: ComponentProps<"a"> & { isFirst: boolean }) => (
  <a {...link} className={buttonStyle({ variant: isFirst ? "primary" : "secondary" }, "max-sm:flex-auto")} />
)
