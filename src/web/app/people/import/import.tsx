// /people/import: takes a whole address book. The file is read on this device, shown, and sent in parts.
import { useState } from "react"
import IconFileImport from "~icons/file-import"
import type { AddressBook } from "../../../../domain/people/address-book.ts"
import { PEOPLE_FILE_MAX_BYTES } from "../../../../domain/people/people-limits.ts"
import { PEOPLE } from "../../../../domain/people/people-messages.ts"
import { RequireUser } from "../../../session/require-user.tsx"
import { buttonStyle } from "../../../ui/button-style.ts"
import { Notice } from "../../../ui/feedback/notice.tsx"
import { PanelWaiting } from "../../../ui/feedback/panel-waiting.tsx"
import { Panel } from "../../../ui/layout/panel.tsx"
import { PageTitle } from "../../page-title.tsx"
import { pageTitle } from "../../titles.ts"
import { ImportPreview } from "./import-preview.tsx"

export const meta = pageTitle("Import People")

export default function ImportPeople() {
  const [book, setBook] = useState<AddressBook | null>(null)
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6">
      <PageTitle
        parent={{ href: "/people", name: "People" }}
        title="Import People"
        lead={book === null && "From a phone, another address book or LinkedIn."}
      />
      <RequireUser waiting={<PanelWaiting />}>
        {() =>
          book === null ? <ChooseFile onRead={setBook} /> : <ImportPreview book={book} onBack={() => setBook(null)} />
        }
      </RequireUser>
    </div>
  )
}

function ChooseFile({ onRead }: { onRead: (book: AddressBook) => void }) {
  const [problem, setProblem] = useState<string>()
  const [isReading, setReading] = useState(false)
  const [isOver, setOver] = useState(false)
  const read = async (file: File | undefined) => {
    if (file === undefined || isReading) return
    setReading(true)
    setProblem(undefined)
    try {
      if (file.size > PEOPLE_FILE_MAX_BYTES) throw new Error(PEOPLE.fileTooLarge)
      // The readers are only needed by those who import.
      const { readAddressBook } = await import("../../../../domain/people/address-book.ts")
      onRead(readAddressBook(new Uint8Array(await file.arrayBuffer()), new Date()))
    } catch (error) {
      const sentences: string[] = [PEOPLE.fileTooLarge, PEOPLE.fileEmpty]
      const sentence = error instanceof Error ? error.message : ""
      setProblem(sentences.includes(sentence) ? sentence : PEOPLE.fileUnreadable)
    }
    setReading(false)
  }
  return (
    <Panel className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <label
          data-over={isOver ? "" : undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            void read(event.dataTransfer.files[0])
          }}
          className="relative flex cursor-pointer flex-col items-center gap-4 rounded-2xl border-dashed border-line-strong py-2 text-center data-over:border-accent data-over:bg-well sm:border-2 sm:px-4 sm:py-12"
        >
          <span className="font-semibold text-balance">Contacts (.vcf) or spreadsheet (.csv)</span>
          <span className={buttonStyle({}, "outline-offset-2 outline-accent has-focus-visible:outline-2")}>
            <IconFileImport size={20} aria-hidden="true" />
            Choose a file
            <input
              type="file"
              accept=".vcf,.csv,text/vcard,text/csv"
              disabled={isReading}
              onChange={({ target }) => {
                void read(target.files?.[0])
                // The same file can be chosen again after a mistake.
                target.value = ""
              }}
              className="sr-only"
            />
          </span>
          <span className="text-sm text-ink-soft max-sm:hidden">or drop it here</span>
        </label>
        <p role="status" className="text-center text-sm text-balance text-ink-soft">
          {isReading ? "Reading..." : "Your file is read on this device first. Nothing is added until you confirm."}
        </p>
      </div>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <dl className="grid gap-x-8 gap-y-4 border-t border-line pt-5 text-sm sm:grid-cols-2 sm:gap-y-6">
        {WAYS.map(([where, how]) => (
          <div key={where}>
            <dt className="font-semibold">{where}</dt>
            {/* No line begins with the sign. */}
            <dd className="text-pretty whitespace-pre-line text-ink-soft">{how.replaceAll(" ›", "\u00a0›")}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

const WAYS = [
  ["iPhone and Mac", "Contacts › Lists › press and hold a list › Export.\nOn a Mac: File › Export › Export vCard."],
  ["Android and Google", "contacts.google.com › Export › vCard."],
  [
    "LinkedIn",
    "Settings › Data privacy › Get a copy of your data › Connections.\nTake Connections.csv from the ZIP file.",
  ],
  ["Outlook", "People › Manage contacts › Export contacts."],
] as const
