// 'Your Data': everything in the account, as one zip file.
import { useState } from "react"
import { fileAddress, fileAt } from "../../session/api.ts"
import { Button } from "../../ui/button.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { saveFile } from "../../ui/save-file.ts"
import { showFailure } from "../show-failure.ts"

/** The day in the reader's time zone, as YYYY-MM-DD. */
const today = (): string => new Intl.DateTimeFormat("sv-SE").format(new Date())

export function OwnDataCard() {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await fileAt(fileAddress("GET /api/account/export")), `my-data-${today()}.zip`)
    } catch (error) {
      showFailure("Error downloading your data", error)
    }
    setBusy(false)
  }
  return (
    <Panel
      title="Your Data"
      intro="Everything in one ZIP file: account, profile, pictures, cards and insights, in standard formats."
      className="beside"
    >
      <Button size="sm" variant="secondary" wide busy={isBusy} onClick={() => void download()}>
        {isBusy ? "Preparing..." : "Download my data"}
      </Button>
    </Panel>
  )
}
