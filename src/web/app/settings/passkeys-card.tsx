// 'Passkeys': the ones that sign in to your account, with buttons to add, rename and remove them.
import { Suspense, useState } from "react"
import IconFingerprint from "~icons/fingerprint"
import { SWITCHED_OFF } from "../../../domain/account/account-messages.ts"
import { PASSKEY } from "../../../domain/account/passkey-messages.ts"
import { useSite } from "../../layout/site.ts"
import { fileAt } from "../../session/api.ts"
import { withAuth } from "../../session/auth-client.ts"
import { closePasskeyOffer } from "../../session/passkey-offer.tsx"
import { addPasskey, passkeysPossible } from "../../session/passkeys.ts"
import { refreshMe } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { shortDayOf, sinceOf } from "../../ui/dates.ts"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { later } from "../../ui/later.tsx"
import { IconRow } from "../../ui/layout/icon-row.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { useConfirm } from "../../ui/overlay/confirm-dialog.tsx"
import { showFailure } from "../show-failure.ts"
import { askAllAgain, Loaded, useAsked } from "../use-asked.tsx"

const RenameDialog = later(async () => (await import("./rename-passkey.tsx")).RenameDialog)

interface Passkey {
  id: string
  friendly_name?: string
  created_at: string
  last_used_at?: string
  /** ours: the host it was made for */
  rp_id?: string
}

const nameOf = ({ friendly_name = "Passkey" }: Passkey): string => friendly_name

async function askPasskeys(): Promise<Passkey[]> {
  // As the client's list, which the page would have to load first.
  return JSON.parse(await (await fileAt("/auth/v1/passkeys")).text())
}

export function PasskeysCard({ hasPassword }: { hasPassword: boolean }) {
  const asked = useAsked(askPasskeys)
  const { ask, dialog } = useConfirm()
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const { sign_in } = useSite()
  const isOffered = sign_in.includes("passkey")
  const hasPasswordSignIn = sign_in.includes("password")
  const canAdd = isOffered && passkeysPossible()
  const hasNone = asked.state === "known" && asked.answer.length === 0

  const changed = async (title: string) => {
    showToast({ title, tone: "good" })
    // Whether there is one decides what else the page offers.
    await Promise.all([askAllAgain(), refreshMe()])
  }
  const add = async () => {
    const problem = await addPasskey()
    if (problem === undefined) return
    if (problem === null) {
      closePasskeyOffer()
      return changed(PASSKEY.added)
    }
    showToast({ title: PASSKEY.failed, description: problem, tone: "bad" })
    // Its answer may have been lost: then the passkey is there.
    await Promise.all([asked.again(), refreshMe()])
  }
  const remove = async ({ id }: Passkey) => {
    const { error } = await withAuth((client) => client.passkey.delete({ passkeyId: id }))
    if (error === null) return changed(PASSKEY.removed)
    showFailure(PASSKEY.failed, error)
    // Another tab or device removed it.
    if (error.code === "webauthn_credential_not_found") await askAllAgain()
  }
  const askToRemove = (passkey: Passkey) =>
    ask({
      title: "Remove this passkey?",
      about: nameOf(passkey),
      question: `You won't be able to sign in with it.${hasPassword && hasPasswordSignIn ? " Your password still works." : ""}`,
      confirm: "Remove",
      onConfirm: () => void remove(passkey),
    })

  return (
    <Panel
      title="Passkeys"
      intro={`Sign in with your fingerprint, face or screen lock${hasPasswordSignIn ? " instead of your password" : ""}. A\u00a0passkey can't be guessed and doesn't work on fake sites.`}
      className={canAdd ? (hasNone ? "beside" : "relative") : undefined}
    >
      <Loaded asked={asked}>
        {(passkeys) => (
          <div className="flex flex-col gap-5">
            {passkeys.length > 0 && (
              <ul aria-label="Your passkeys" className="flex flex-col divide-y divide-line">
                {passkeys.map((passkey) => (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    onRename={() => setRenaming(passkey)}
                    onRemove={() => askToRemove(passkey)}
                  />
                ))}
              </ul>
            )}
            {canAdd ? (
              <Button
                size="sm"
                variant="secondary"
                className={hasNone ? "" : "sm:absolute sm:top-5 sm:right-7"}
                onAct={add}
              >
                Add a passkey
              </Button>
            ) : (
              <p className="text-ink-soft">{isOffered ? `${PASSKEY.notHere}.` : SWITCHED_OFF.passkey}</p>
            )}
          </div>
        )}
      </Loaded>
      {dialog}
      {renaming && (
        <Suspense>
          <RenameDialog
            id={renaming.id}
            name={nameOf(renaming)}
            onClose={() => setRenaming(null)}
            onRenamed={async () => {
              setRenaming(null)
              await changed(PASSKEY.renamed)
            }}
          />
        </Suspense>
      )}
    </Panel>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { created_at, last_used_at, rp_id = location.hostname } = passkey
  const name = nameOf(passkey)
  return (
    <IconRow
      icon={IconFingerprint}
      basis="basis-48"
      actions={
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" size="sm" aria-label={`Rename ${name}`} onClick={onRename}>
            Rename
          </Button>
          <Button variant="secondary" size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </div>
      }
    >
      <p className="font-semibold break-words">{name}</p>
      <p className="text-sm text-ink-soft">
        <span className="whitespace-nowrap">
          Added <time dateTime={created_at}>{shortDayOf(created_at)}</time>,
        </span>{" "}
        <span className="whitespace-nowrap">
          {last_used_at === undefined ? (
            "not used yet"
          ) : (
            <>
              last used <time dateTime={last_used_at}>{sinceOf(last_used_at, new Date())}</time>
            </>
          )}
        </span>
      </p>
      {rp_id !== location.hostname && <p className="text-sm font-medium text-bad">{PASSKEY.elsewhere(rp_id)}</p>}
    </IconRow>
  )
}
