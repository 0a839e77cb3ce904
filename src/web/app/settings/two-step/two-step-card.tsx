// 'Two-step Verification': a code of an authenticator app, or a security key, in addition to the password.
import { useState } from "react"
import { FACTOR } from "../../../../domain/account/account-messages.ts"
import { useSite } from "../../../layout/site.ts"
import { ApiError } from "../../../session/api.ts"
import { isRefused } from "../../../session/fetch-with-proofs.ts"
import { passkeysPossible } from "../../../session/passkeys.ts"
import { addSecurityKey } from "../../../session/security-keys.ts"
import { refreshMe } from "../../../session/session-store.ts"
import { Button } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { Panel } from "../../../ui/layout/panel.tsx"
import { showFailure } from "../../show-failure.ts"
import { askAllAgain, Loaded, useAsked } from "../../use-asked.tsx"
import {
  type ActiveFactor,
  askTwoStep,
  type Enrollment,
  enroll,
  makeRecoveryCodes,
  nameOf,
  nextKeyName,
  removeFactor,
} from "./factors.ts"

const FAILED = "Error updating two-step verification"

type Dialogs = typeof import("./two-step-dialogs.tsx")

type Open = { dialog: "enroll"; enrollment: Enrollment } | { dialog: "codes"; codes: string[] } | null

/** Most people have none, and do without what shows them. */
async function askAndLoad() {
  const state = await askTwoStep()
  return { ...state, shown: state.factors.length > 0 ? await import("./active-factors.tsx") : null }
}

export function TwoStepCard() {
  const asked = useAsked(askAndLoad)
  const hasPasswordSignIn = useSite().sign_in.includes("password")
  const [open, setOpen] = useState<Open>(null)
  /** New codes were asked for, and did not arrive: the server counts codes that nobody has seen. */
  const [areCodesLost, setCodesLost] = useState(false)
  // Not by React's lazy: a dialog must follow the one before it at once, or the focus falls between the two.
  const [dialogs, setDialogs] = useState<Dialogs | null>(null)

  // After a failure, the state is asked for again: it may have changed elsewhere, or only the answer was lost.
  async function attempt<Value>(change: () => Promise<Value>, onDone: (value: Value) => void): Promise<void> {
    try {
      onDone(await change())
    } catch (error) {
      showFailure(FAILED, error)
      void asked.again()
      void refreshMe()
    }
  }

  // The dialogs come first: codes that could not be shown would be lost.
  const loadDialogs = async () => setDialogs(await import("./two-step-dialogs.tsx"))
  const begin = () =>
    attempt(
      () => loadDialogs().then(enroll),
      (enrollment) => setOpen({ dialog: "enroll", enrollment }),
    )
  const newCodes = async () => {
    await loadDialogs()
    try {
      return await makeRecoveryCodes()
    } catch (error) {
      if (!(error instanceof ApiError && isRefused(error))) setCodesLost(true)
      throw error
    }
  }
  const makeCodes = () =>
    attempt(newCodes, (codes) => {
      setOpen({ dialog: "codes", codes })
      setCodesLost(false)
      // Before the dialog closes: with "0 left" on the screen, the next new codes would be made without a question.
      void askAllAgain()
    })
  const changed = (title: string, description?: string) => {
    showToast({ title, description, tone: "good" })
    void refreshMe()
    void askAllAgain()
  }
  const remove = (factor: ActiveFactor, isLast: boolean) =>
    attempt(
      () => removeFactor(factor.id),
      () => changed(isLast ? "Two-step verification is off" : `${nameOf(factor)} removed`),
    )
  const added = (isFirst: boolean, title: string) => {
    setOpen(null)
    if (!isFirst) return changed(title)
    changed("Two-step verification is on", "All other devices were signed out.")
    void makeCodes()
  }
  const addKey = (factors: readonly ActiveFactor[]) =>
    attempt(
      () => loadDialogs().then(() => addSecurityKey(nextKeyName(factors))),
      (problem) => {
        if (problem === null) added(factors.length === 0, FACTOR.keyAdded)
        else if (problem !== undefined) {
          showToast({ title: FAILED, description: problem, tone: "bad" })
          void refreshMe()
        }
      },
    )

  return (
    <Panel
      // Up to two buttons are beside the title and these lines.
      className={classNames(
        "lg:relative lg:[&>p]:max-w-sm",
        asked.state === "known" && asked.answer.shown === null && "lg:[&>div]:mt-0",
      )}
      title="Two-step Verification"
      intro={`A code from an app, or a touch of a security key, ${hasPasswordSignIn ? "in addition to your password, so a stolen password isn't enough" : "when you sign in without a passkey"}.`}
    >
      <Loaded asked={asked}>
        {({ factors, remaining, shown }) => (
          <div className="flex flex-col gap-5">
            {shown && <shown.ActiveFactors factors={factors} onRemove={remove} />}
            {shown && <shown.RecoveryCodesLeft remaining={areCodesLost ? null : remaining} onCodes={makeCodes} />}
            <div
              className={classNames(
                "flex flex-col gap-3 empty:hidden sm:flex-row sm:justify-end lg:absolute lg:top-5 lg:right-7",
                shown && "border-line border-t pt-5 lg:border-0 lg:pt-0",
              )}
            >
              {passkeysPossible() && (
                <Button variant="secondary" size="sm" onAct={() => addKey(factors)}>
                  {factors.length === 0 ? "Use a security key" : "Add a security key"}
                </Button>
              )}
              {factors.every(({ type }) => type !== "totp") && (
                <Button variant="secondary" size="sm" className="max-[22rem]:px-2" onAct={begin}>
                  {factors.length === 0 ? "Use an authenticator app" : "Add an authenticator app"}
                </Button>
              )}
            </div>
            {dialogs && open?.dialog === "enroll" && (
              <dialogs.EnrolDialog
                enrollment={open.enrollment}
                onVerified={() => added(factors.length === 0, "Authenticator app added")}
                onCancel={() => setOpen(null)}
              />
            )}
          </div>
        )}
      </Loaded>
      {dialogs && open?.dialog === "codes" && (
        <dialogs.RecoveryCodes codes={open.codes} host={location.host} onKept={() => setOpen(null)} />
      )}
    </Panel>
  )
}
