// One A4 sheet: six rows of four codes, each with its number and card_id, and lines to cut along.
import { memo } from "react"
import { cardPath } from "../../../../domain/paths.ts"
import { QrCode } from "../../../documents/profile/qr-code.tsx"
import { useSite } from "../../../layout/site.ts"

export const CODES_PER_SHEET = 24

interface SheetPageProps {
  ids: string[]
  /** the number of the first one */
  first: number
}

export const SheetPage = memo(
  function SheetPage({ ids, first }: SheetPageProps) {
    const { origin } = useSite()
    return (
      <ol className="qr-sheet">
        {ids.map((id, n) => (
          <li key={id}>
            <QrCode text={(origin || location.origin) + cardPath(id)} label={`QR code of card ${id}`} />
            <p>
              <span>{first + n}</span> {id}
            </p>
          </li>
        ))}
      </ol>
    )
  },
  (before, after) => before.ids.length === after.ids.length && before.ids[0] === after.ids[0],
)
