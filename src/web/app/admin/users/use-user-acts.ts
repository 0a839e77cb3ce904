// An administrator's actions on a user, with their questions and messages (specification section 8). The server checks again.
import { useState } from "react"
import type { ListedUser } from "../../../../api/users.ts"
import { erasableFrom } from "../../../../domain/account/lifecycle.ts"
import type { Role } from "../../../../domain/account/roles.ts"
import { SETTINGS } from "../../../../domain/account/settings-messages.ts"
import { ADMIN } from "../../../../domain/admin-messages.ts"
import { AUTH } from "../../../../domain/messages.ts"
import { ApiError, call, fileAddress, fileAt, isCanceled } from "../../../session/api.ts"
import { withAuth } from "../../../session/auth-client.ts"
import { momentOf } from "../../../ui/dates.ts"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { useConfirm } from "../../../ui/overlay/confirm-dialog.tsx"
import { saveFile } from "../../../ui/save-file.ts"

type Dates = Pick<ListedUser, "deleted_at" | "deletion_scheduled_at">

interface List {
  change(id: string, changed: Partial<ListedUser>): void
  reload(): void
}

/** Codes whose message needs no addition. */
const PLAIN = new Set(["role_already_given", "email_address_missing"])

/** Someone else was faster: the list is out of date. */
const STALE = new Set(["role_already_given", "user_deactivated", "user_moved", "account_not_deactivated", "not_found"])

/** From when an account can be deleted for good; null: now, if it is deactivated. */
export function erasableLater({ deleted_at }: Dates): string | null {
  const from = deleted_at === null ? null : erasableFrom(new Date(deleted_at))
  return from !== null && from > new Date() ? from.toISOString() : null
}

const bad = (title: string, description?: string) => showToast({ title, description, tone: "bad" })

function sayFailed(title: string, error: unknown): void {
  if (!(error instanceof ApiError)) bad(title, AUTH.unknown)
  else if (PLAIN.has(error.code)) bad(error.message)
  else bad(title, error.status === 401 ? ADMIN.noSession : error.message)
}

export function useUserActs(ownId: string, { change, reload }: List) {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const { ask, dialog } = useConfirm()

  /** @param act resolves with what it has changed */
  async function run(user: ListedUser, done: string, failed: string, act: () => Promise<Partial<ListedUser>>) {
    if (busy.has(user.id)) return
    setBusy((others) => new Set(others).add(user.id))
    try {
      const { data } = await withAuth((client) => client.getSession())
      if (data.session === null) bad(failed, ADMIN.noSession)
      else {
        change(user.id, await act())
        showToast({ title: done, tone: "good" })
      }
    } catch (error) {
      if (!isCanceled(error)) sayFailed(failed, error)
      if (error instanceof ApiError && STALE.has(error.code)) reload()
    }
    setBusy((others) => new Set([...others].filter((id) => id !== user.id)))
  }

  const datesOf = ({ deleted_at, deletion_scheduled_at }: Dates): Dates => ({ deleted_at, deletion_scheduled_at })

  return {
    /** shows the questions that some actions ask first */
    dialog,
    isBusy: ({ id }: ListedUser) => busy.has(id),
    addRole: (user: ListedUser, role: Role) =>
      run(user, ADMIN.roleAdded, ADMIN.roleAddFailed, () =>
        call("POST /api/admin/users/{id}/roles", { params: { id: user.id }, body: { role } }),
      ),
    removeRole: async (user: ListedUser, role: Role) => {
      if (user.id === ownId && role === "admin") return bad(ADMIN.ownAdminRole)
      await run(user, ADMIN.roleRemoved, ADMIN.roleRemoveFailed, () =>
        call("DELETE /api/admin/users/{id}/roles/{role}", { params: { id: user.id, role } }),
      )
    },
    sendReset: (user: ListedUser) =>
      run(user, SETTINGS.resetSent, ADMIN.resetFailed, async () => {
        await call("POST /api/admin/users/{id}/password-reset", { params: { id: user.id } })
        return {}
      }),
    removeFactors: (user: ListedUser) =>
      ask({
        title: `Turn off two-step verification for ${user.full_name || user.username}?`,
        question:
          "Make sure the request really came from them. They'll be signed out everywhere, their recovery codes will stop working, and signing in will no longer require a second step. We'll email them.",
        confirm: "Turn off two-step verification",
        onConfirm: () =>
          void run(user, ADMIN.factorsRemoved, ADMIN.factorsRemoveFailed, async () => {
            await call("DELETE /api/admin/users/{id}/factors", { params: { id: user.id } })
            return { has_factor: false }
          }),
      }),
    exportData: (user: ListedUser) =>
      ask({
        ...(user.id === ownId
          ? {
              title: "Download your data?",
              question: "The ZIP file contains everything in your account. We'll email you.",
            }
          : {
              title: `Download ${user.full_name || user.username}'s data?`,
              question:
                "Make sure the request really came from them. The ZIP file contains everything in their account, including what only they can see. We'll email them.",
            }),
        confirm: "Download data",
        onConfirm: () =>
          void run(user, ADMIN.dataExported, ADMIN.dataExportFailed, async () => {
            const address = fileAddress("POST /api/admin/users/{id}/data-exports", { params: { id: user.id } })
            saveFile(await fileAt(address, "POST"), `${user.username}-data.zip`)
            return {}
          }),
      }),
    /** @param onGone the user is no longer in the list */
    erase: (user: ListedUser, onGone: () => void) => {
      const later = erasableLater(user)
      if (later !== null) return bad(`You can delete this account starting ${momentOf(later)}`, ADMIN.erasureTooEarly)
      ask({
        title: `Permanently delete ${user.full_name || user.username}?`,
        about: user.signin_email,
        question:
          "Their account, profiles, pictures and insights will be deleted now and can't be recovered. Their cards will stop working. We'll email them.",
        confirm: "Delete permanently",
        onConfirm: () =>
          void run(user, ADMIN.erased, ADMIN.deleteFailed, async () => {
            await call("DELETE /api/admin/users/{id}", { params: { id: user.id } })
            onGone()
            return {}
          }),
      })
    },
    deactivate: (user: ListedUser) => {
      if (user.id === ownId) return bad(ADMIN.ownAccount)
      ask({
        title: `Deactivate ${user.full_name || user.username}?`,
        question: `Their profile is hidden right away, and they're signed out everywhere. ${ADMIN.deactivateQuestion}.`,
        confirm: "Deactivate",
        onConfirm: () =>
          void run(user, ADMIN.deactivated, ADMIN.deleteFailed, async () =>
            datesOf(await call("POST /api/functions/delete-user-account", { body: { user_id: user.id } })),
          ),
      })
    },
    reactivate: (user: ListedUser) =>
      run(user, ADMIN.reactivated, ADMIN.reactivateFailed, async () =>
        datesOf(await call("POST /api/functions/reactivate-user-account", { body: { user_id: user.id } })),
      ),
  }
}

export type UserActs = ReturnType<typeof useUserActs>
