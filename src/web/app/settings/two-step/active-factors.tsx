// The second factors that are set up, with buttons to remove them, and the recovery codes.
import IconDeviceMobile from "~icons/device-mobile"
import IconKey from "~icons/key"
import IconListCheck from "~icons/list-check"
import IconTrash from "~icons/trash"
import { Button } from "../../../ui/button.tsx"
import { shortDayOf } from "../../../ui/dates.ts"
import { IconRow } from "../../../ui/layout/icon-row.tsx"
import { useConfirm } from "../../../ui/overlay/confirm-dialog.tsx"
import { type ActiveFactor, nameOf } from "./factors.ts"

interface ActiveFactorsProps {
  factors: readonly ActiveFactor[]
  onRemove: (factor: ActiveFactor, isLast: boolean) => Promise<void>
}

export function ActiveFactors({ factors, onRemove }: ActiveFactorsProps) {
  const { ask, dialog } = useConfirm()
  const isOnly = factors.length === 1
  const askToRemove = (factor: ActiveFactor) =>
    ask({
      ...(isOnly
        ? {
            title: "Turn off two-step verification?",
            question: "Signing in will no longer ask for it, and your recovery codes will stop working.",
            confirm: "Turn off",
          }
        : {
            title: `Remove ${factor.type === "totp" ? "the authenticator app" : "this security key"}?`,
            about: nameOf(factor),
            question: "You'll still need two-step verification to sign in.",
            confirm: "Remove",
          }),
      onConfirm: () => void onRemove(factor, isOnly),
    })
  return (
    <>
      <ul aria-label="Your two-step verification methods" className="flex flex-col divide-y divide-line">
        {factors.map((factor) => (
          <IconRow
            key={factor.id}
            basis="basis-27"
            icon={factor.type === "totp" ? IconDeviceMobile : IconKey}
            actions={
              <Button
                variant="secondary"
                size="sm"
                className={isOnly ? "" : "max-[22rem]:w-11 max-[22rem]:px-0"}
                aria-label={isOnly ? undefined : `Remove ${nameOf(factor)}`}
                onClick={() => askToRemove(factor)}
              >
                {isOnly ? (
                  "Turn off"
                ) : (
                  <>
                    <IconTrash size={20} aria-hidden="true" className="min-[22rem]:hidden" />
                    <span className="max-[22rem]:hidden">Remove</span>
                  </>
                )}
              </Button>
            }
          >
            <p className="font-semibold break-words">{nameOf(factor)}</p>
            <p className="text-sm text-ink-soft">Added {shortDayOf(factor.created_at)}</p>
          </IconRow>
        ))}
      </ul>
      {dialog}
    </>
  )
}

interface RecoveryCodesLeftProps {
  /** unused recovery codes; null if new ones did not arrive */
  remaining: number | null
  onCodes: () => Promise<void>
}

export function RecoveryCodesLeft({ remaining, onCodes }: RecoveryCodesLeftProps) {
  const { ask, dialog } = useConfirm()
  const askForCodes = () =>
    ask({
      title: "Create new recovery codes?",
      question: "Your current codes will stop working.",
      confirm: "Create new codes",
      onConfirm: () => void onCodes(),
    })
  return (
    <ul aria-label="Your recovery codes" className="border-line border-t pt-4">
      <IconRow
        icon={IconListCheck}
        basis="basis-44"
        actions={
          <Button variant="secondary" size="sm" onClick={() => (remaining ? askForCodes() : void onCodes())}>
            New recovery codes
          </Button>
        }
      >
        <p className={remaining === null ? "" : "font-semibold"}>{codesLeft(remaining)}</p>
        {remaining !== null && (
          <p className="text-sm text-ink-soft">Each lets you in once, without your phone or security key.</p>
        )}
      </IconRow>
      {dialog}
    </ul>
  )
}

function codesLeft(remaining: number | null): string {
  if (remaining === null) return "Your new recovery codes didn't arrive, and older ones may not work. Create new ones."
  return remaining === 1 ? "1 recovery code left" : `${remaining} recovery codes left`
}
