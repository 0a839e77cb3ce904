// 'Sessions': where you are signed in, with buttons to sign out.
import { useState } from "react"
import IconDeviceDesktop from "~icons/device-desktop"
import IconDeviceMobile from "~icons/device-mobile"
import type { OpenSession } from "../../../api/account.ts"
import { AUTH } from "../../../domain/messages.ts"
import { useSite } from "../../layout/site.ts"
import { ApiError, call } from "../../session/api.ts"
import { withAuth } from "../../session/auth-client.ts"
import { Button } from "../../ui/button.tsx"
import { momentOf, sinceOf } from "../../ui/dates.ts"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { IconRow } from "../../ui/layout/icon-row.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { showFailure } from "../show-failure.ts"
import { askAllAgain, Loaded, useAsked } from "../use-asked.tsx"

const askSessions = async (): Promise<OpenSession[]> => (await call("GET /api/account/sessions")).sessions

export function SessionsCard() {
  const asked = useAsked(askSessions)
  const hasPasswordSignIn = useSite().sign_in.includes("password")
  const [ending, setEnding] = useState<string | null>(null)

  const end = async (what: string, act: () => Promise<void>, done: string) => {
    setEnding(what)
    try {
      await act()
      showToast({ title: done, tone: "good" })
    } catch (error) {
      showFailure(AUTH.signOutFailed, error)
    }
    await askAllAgain()
    setEnding(null)
  }
  const endOne = async (id: string) => {
    // It may have ended already, which is fine too.
    const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
    await call("DELETE /api/account/sessions/{id}", { params: { id } }).catch((error) => {
      if (!isGone(error)) throw error
    })
  }
  const endOthers = async () => {
    const { error } = await withAuth((client) => client.signOut({ scope: "others" }))
    if (error !== null) throw error
  }

  return (
    <Panel
      title="Sessions"
      intro={`Devices where you're signed in. Sign out any device you don't recognize${hasPasswordSignIn ? ", then change your password" : ""}.`}
    >
      <Loaded asked={asked}>
        {(sessions) => (
          <div className="flex flex-col gap-5">
            <ul aria-label="Devices" className="flex flex-col divide-y divide-line">
              {sessions.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  isBusy={ending === session.id}
                  mayEnd={ending === null}
                  onEnd={() => void end(session.id, () => endOne(session.id), "Device signed out")}
                />
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button
                size="sm"
                variant="secondary"
                className="sm:self-end"
                busy={ending === "others"}
                disabled={ending !== null}
                onClick={() => void end("others", endOthers, "All other devices were signed out")}
              >
                Sign out all other devices
              </Button>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

interface SessionRowProps {
  session: OpenSession
  isBusy: boolean
  mayEnd: boolean
  onEnd: () => void
}

function SessionRow({ session, isBusy, mayEnd, onEnd }: SessionRowProps) {
  const { device, created_at, last_seen_at, current } = session
  const Icon = /Android|iPhone|iPad|iOS/i.test(device) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <IconRow
      icon={Icon}
      actions={
        !current && (
          <Button
            variant="secondary"
            size="sm"
            busy={isBusy}
            disabled={!mayEnd}
            aria-label={`Sign out ${device}`}
            onClick={onEnd}
          >
            Sign out
          </Button>
        )
      }
    >
      <p className="font-semibold">{device}</p>
      <p className="text-sm text-pretty text-ink-soft">
        {current ? (
          <span className="font-medium text-good">This device</span>
        ) : (
          <>
            Last seen <time dateTime={last_seen_at}>{sinceOf(last_seen_at, new Date())}</time>
          </>
        )}
        , signed in <time dateTime={created_at}>{momentOf(created_at)}</time>
      </p>
    </IconRow>
  )
}
