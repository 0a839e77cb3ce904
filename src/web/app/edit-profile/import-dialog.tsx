// "Import": the button and its dialog, whose code is loaded when it opens.
import { Suspense } from "react"
import { Button } from "../../ui/button.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { later } from "../../ui/later.tsx"
import { Dialog } from "../../ui/overlay/dialog.tsx"
import type { ImportStepsProps } from "./import-steps.tsx"

const ImportSteps = later(async () => (await import("./import-steps.tsx")).ImportSteps)

export const ImportDialog = (props: Omit<ImportStepsProps, "onDone">) => (
  <Dialog
    title="Import"
    trigger={
      <Button variant="secondary" size="sm" wide>
        Import
      </Button>
    }
  >
    {(close) => (
      <Suspense fallback={<Spinner />}>
        <ImportSteps {...props} onDone={close} />
      </Suspense>
    )}
  </Dialog>
)
