// 'Your Data': everything in the account, as one zip file.
import { useState } from "react"
import { GENERAL } from "../../../domain/messages.ts"
import { ApiError, fileAddress, fileAt } from "../../session/api.ts"
import { isCancelled } from "../../session/step-up.ts"
import { Button } from "../../ui/button.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { Panel } from "../../ui/layout/panel.tsx"
import { saveFile } from "../../ui/save-file.ts"

/** The day in the reader's time zone, as YYYY-MM-DD. */
const today = (): string => new Intl.DateTimeFormat("sv-SE").format(new Date())

export function OwnDataCard() {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await fileAt(fileAddress("GET /api/account/export")), `my-data-${today()}.zip`)
    } catch (error) {
      const description = error instanceof ApiError ? error.message : GENERAL.internal
      if (!isCancelled(error)) showToast({ title: "Error downloading your data", description, tone: "bad" })
    }
    setBusy(false)
  }
  return (
    <Panel
      title="Your Data"
      intro="Your account, profile, pictures, contact card, cards and what was counted of them in one zip file, readable without us."
    >
      <Button variant="secondary" wide className="sm:ml-auto sm:flex" busy={isBusy} onClick={() => void download()}>
        {isBusy ? "Preparing..." : "Download my data"}
      </Button>
    </Panel>
  )
}
