// The recovery codes, shown once: they must be copied or saved before the dialog can be closed.
import IconDownload from "~icons/download"
import { Button } from "../../../ui/button.tsx"
import { CopyButton } from "../../../ui/copy-button.tsx"
import { Dialog } from "../../../ui/overlay/dialog.tsx"
import { saveFile } from "../../../ui/save-file.ts"

interface RecoveryCodesProps {
  codes: string[]
  /** the site's host, so that the file says which site its codes are for */
  host: string
  onKept: () => void
}

export function RecoveryCodes({ codes, host, onKept }: RecoveryCodesProps) {
  const text = codes.join("\n")
  const file = () => new Blob([`Recovery codes for ${host}\nEach works once.\n\n${text}\n`], { type: "text/plain" })
  return (
    <Dialog
      open
      closable={false}
      title="Keep your recovery codes"
      description="If you lose your phone, one of them lets you in. They are shown this one time only."
    >
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-xl bg-well p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <CopyButton text={text} />
        <Button variant="secondary" onClick={() => saveFile(file(), `recovery-codes-${host}.txt`)}>
          <IconDownload size={20} aria-hidden="true" />
          Download
        </Button>
      </div>
      <Button size="lg" className="mt-3 w-full" onClick={onKept}>
        I have kept them
      </Button>
    </Dialog>
  )
}
