// The dialogs of two-step verification: setting up an authenticator app, and the recovery codes.
import { useForm } from "react-hook-form"
import IconDownload from "~icons/download"
import { FACTOR } from "../../../../domain/account/account-messages.ts"
import { QrCode } from "../../../documents/profile/qr-code.tsx"
import { Button } from "../../../ui/button.tsx"
import { buttonStyle } from "../../../ui/button-style.ts"
import { CopyButton } from "../../../ui/copy-button.tsx"
import { resolveWith } from "../../../ui/form/form-resolver.ts"
import { CodeField } from "../../../ui/form/text-field.tsx"
import { Dialog } from "../../../ui/overlay/dialog.tsx"
import { saveFile } from "../../../ui/save-file.ts"
import { askAllAgain } from "../../use-asked.tsx"
import { type Enrollment, verifyEnrolment } from "./factors.ts"

/** A window that began it later, or finished it. */
const REPLACED =
  "Another setup took the place of this one. Close this, then start again if two-step verification is off."

interface EnrolDialogProps {
  enrollment: Enrollment
  onVerified: () => void
  onCancel: () => void
}

/** Scan the code or type the key, then enter the first code. */
export function EnrolDialog({ enrollment, onVerified, onCancel }: EnrolDialogProps) {
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: resolveWith((forms) => forms.codeForm()),
    defaultValues: { code: "" },
  })
  const verify = handleSubmit(async ({ code }) => {
    const message = await verifyEnrolment(enrollment.id, code)
    if (message === null) return onVerified()
    const isReplaced = message === FACTOR.unknown
    if (isReplaced) void askAllAgain()
    setError("code", { message: isReplaced ? REPLACED : message })
    setFocus("code", { shouldSelect: true })
  })

  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title={
        <>
          Set up <span className="whitespace-nowrap">two-step</span> verification
        </>
      }
      description="Scan this code with an authenticator app, then enter the six digits it shows."
    >
      <div className="flex flex-col gap-5">
        <div className="mx-auto overflow-hidden rounded-xl border border-line">
          <QrCode text={enrollment.uri} label="QR code for your authenticator app" className="size-44 sm:size-52" />
        </div>
        <a href={enrollment.uri} className={buttonStyle({ variant: "secondary" }, "sm:hidden")}>
          Open in an app on this phone
        </a>
        <SecretKey secret={enrollment.secret} />
        <form method="post" action="/settings" onSubmit={verify} noValidate className="flex flex-col gap-5">
          <CodeField label="Code" error={formState.errors.code?.message} {...register("code")} />
          <Button type="submit" size="lg" busy={formState.isSubmitting}>
            {formState.isSubmitting ? "Verifying..." : "Verify and turn on"}
          </Button>
        </form>
      </div>
    </Dialog>
  )
}

function SecretKey({ secret }: { secret: string }) {
  return (
    <div className="flex items-center gap-3 rounded-xl bg-well py-2 pr-2 pl-4">
      <p className="min-w-0 flex-1 text-sm">
        <span className="block text-ink-soft">Or type this key</span>
        <span className="font-mono">{secret.match(/.{1,4}/g)?.join(" ")}</span>
      </p>
      <CopyButton text={secret} size="sm" />
    </div>
  )
}

interface RecoveryCodesProps {
  codes: string[]
  /** the site's host, so that the file says which site its codes are for */
  host: string
  onKept: () => void
}

/** Shown once: they must be copied or saved before the dialog can be closed. */
export function RecoveryCodes({ codes, host, onKept }: RecoveryCodesProps) {
  const text = codes.join("\n")
  const file = () => new Blob([`Recovery codes for ${host}\nEach works once.\n\n${text}\n`], { type: "text/plain" })
  return (
    <Dialog
      open
      closable={false}
      title="Save your recovery codes"
      description="If you lose your phone or security key, one of these codes lets you in. You'll only see them once."
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
          <IconDownload size={20} />
          Download
        </Button>
      </div>
      <Button size="lg" className="mt-3 w-full" onClick={onKept}>
        I've saved them
      </Button>
    </Dialog>
  )
}
