// Downloads for a batch of cards: a CSV file, and a sheet of QR codes.
import IconDownload from "~icons/download"
import IconPrinter from "~icons/printer"
import { fileAddress, fileAt } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import type { ButtonLook } from "../../../ui/button-style.ts"
import { saveFile } from "../../../ui/save-file.ts"
import { ButtonLink } from "../../../ui/text-link.tsx"
import { showFailure } from "../../show-failure.ts"

export function CsvButton({ batch, variant = "secondary" }: { batch: string } & Pick<ButtonLook, "variant">) {
  const download = async () => {
    const address = fileAddress("GET /api/admin/card-batches/{batch}/csv", { params: { batch } })
    try {
      saveFile(await fileAt(address), `cards-${batch.slice(0, 8)}.csv`)
    } catch (error) {
      showFailure("Error downloading the CSV file", error)
    }
  }
  return (
    <Button variant={variant} onAct={download}>
      <IconDownload size={20} />
      Download CSV
    </Button>
  )
}

/** The address of the printable sheet of a batch. */
export const sheetPath = (batch: string): string => `/admin/cards/sheet?${new URLSearchParams({ batch })}`

export const SheetLink = ({ batch }: { batch: string }) => (
  <ButtonLink variant="secondary" href={sheetPath(batch)}>
    <IconPrinter size={20} />
    Print QR codes
  </ButtonLink>
)
