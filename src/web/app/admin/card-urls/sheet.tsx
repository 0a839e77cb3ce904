// /admin/cards/sheet: the QR codes of a batch of cards for printing, 24 on a sheet, each with its card_id.
import { memo, useCallback, useEffect, useState } from "react"
import { useSearchParams } from "react-router"
import IconNfc from "~icons/nfc"
import IconPrinter from "~icons/printer"
import { ADMIN } from "../../../../domain/admin-messages.ts"
import { cardPath } from "../../../../domain/paths.ts"
import { QrCode } from "../../../documents/profile/qr-code.tsx"
import { useSite } from "../../../layout/site.ts"
import { ApiError, call, sentenceOf } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/feedback/notice.tsx"
import { Spinner } from "../../../ui/feedback/spinner.tsx"
import { EmptyPanel } from "../../../ui/layout/empty.tsx"
import { PageTitle } from "../../page-title.tsx"
import { pageTitle } from "../../titles.ts"
import { useAsked } from "../../use-asked.tsx"
import { RequireRole } from "../require-role.tsx"
import { CsvButton } from "./batch-links.tsx"

const CODES_PER_SHEET = 24
/** In one line or two equal ones. */
const HALF_ID = 13

export const handle = { app: true }
export const meta = pageTitle("QR Codes")

export default function Sheet() {
  const [search] = useSearchParams()
  return (
    <main className="mx-auto flex w-full max-w-[53rem] flex-col gap-6 px-4 py-6 sm:px-6 print:block print:max-w-none print:p-0">
      <div className="print:hidden">
        <PageTitle
          parent={{ href: "/admin?tab=cards", name: "Back to cards" }}
          title="QR Codes"
          lead="Print them and cut along the lines."
        />
      </div>
      <RequireRole roles={["admin"]}>{() => <Codes batch={search.get("batch") ?? ""} />}</RequireRole>
    </main>
  )
}

function Codes({ batch }: { batch: string }) {
  const ask = useCallback(() => call("GET /api/admin/card-batches/{batch}", { params: { batch } }), [batch])
  const asked = useAsked(ask)
  const ids = asked.state === "known" ? asked.answer.card_ids : []
  const drawn = useDrawn(ids.length)
  const isEmpty = asked.state === "failed" && isMissing(asked.error)
  const sheets = Math.ceil(ids.length / CODES_PER_SHEET)

  return (
    <>
      {asked.state === "known" && (
        <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between print:hidden">
          <p role="status" className="flex items-center gap-3 text-ink-soft tabular-nums">
            {drawn < ids.length ? (
              <>
                <Spinner /> Drawing {drawn} of {ids.length}...
              </>
            ) : (
              `${ids.length === 1 ? "1 card" : `${ids.length} cards`} on ${sheets === 1 ? "1 sheet" : `${sheets} sheets`}`
            )}
          </p>
          <div className="flex flex-col gap-3 sm:flex-row">
            <Button className="sm:order-last" disabled={drawn < ids.length} onClick={() => print()}>
              <IconPrinter size={20} aria-hidden="true" />
              Print
            </Button>
            <CsvButton batch={batch} />
          </div>
        </div>
      )}
      {asked.state === "loading" && (
        <p role="status" className="flex items-center gap-3 text-ink-soft">
          <Spinner /> Loading...
        </p>
      )}
      {isEmpty && (
        <EmptyPanel icon={IconNfc} as="h2" title="There are no cards in this batch">
          The link may be incomplete. Find a card from the batch, then choose “QR codes for this batch” in its menu.
        </EmptyPanel>
      )}
      {asked.state === "failed" && !isEmpty && (
        <Notice tone="bad" title={ADMIN.cardsFailed}>
          <p>{sentenceOf(asked.error)}</p>
          <Button variant="secondary" size="sm" className="mt-3" onAct={asked.again}>
            Try again
          </Button>
        </Notice>
      )}
      {Array.from({ length: Math.ceil(drawn / CODES_PER_SHEET) }, (_, n) => (
        <SheetPage
          // biome-ignore lint/suspicious/noArrayIndexKey: sheets are numbered, and stay where they are
          key={n}
          first={n * CODES_PER_SHEET + 1}
          ids={ids.slice(n * CODES_PER_SHEET, (n + 1) * CODES_PER_SHEET)}
        />
      ))}
    </>
  )
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** A thousand codes take seconds: one sheet at a time, so that the page stays responsive. @returns how many can be shown */
function useDrawn(count: number): number {
  const [sheets, setSheets] = useState(1)
  useEffect(() => {
    if (sheets * CODES_PER_SHEET >= count) return
    const timer = setTimeout(() => setSheets(sheets + 1))
    return () => clearTimeout(timer)
  }, [sheets, count])
  return Math.min(count, sheets * CODES_PER_SHEET)
}

interface SheetPageProps {
  ids: string[]
  /** the number of the first one */
  first: number
}

/** One sheet, A4 or Letter: six rows of four codes, each with its number and card_id, and lines to cut along. */
const SheetPage = memo(
  function SheetPage({ ids, first }: SheetPageProps) {
    const { origin } = useSite()
    return (
      <ol className="qr-sheet">
        {ids.map((id, n) => (
          <li key={id}>
            <QrCode text={(origin || location.origin) + cardPath(id)} label={`QR code of card ${id}`} />
            <p>
              <span>{first + n}</span> {id.slice(0, HALF_ID)}
              <wbr />
              {id.slice(HALF_ID)}
            </p>
          </li>
        ))}
      </ol>
    )
  },
  (before, after) => before.ids.length === after.ids.length && before.ids[0] === after.ids[0],
)
