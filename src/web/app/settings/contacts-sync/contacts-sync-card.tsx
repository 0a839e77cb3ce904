// 'Contacts Sync': the devices whose contacts app has the people and the profiles of the account, each with a password of its own.
import { Suspense, useState } from "react"
import { call } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import { later } from "../../../ui/later.tsx"
import { Panel } from "../../../ui/layout/panel.tsx"
import { Loaded, useAsked } from "../../use-asked.tsx"

/** Most accounts have none. */
const ConnectedDevices = later(async () => (await import("./connected-devices.tsx")).ConnectedDevices)
const ConnectDevice = later(async () => (await import("./connect-device.tsx")).ConnectDevice)

const askDevices = () => call("GET /api/account/app-passwords")

export function ContactsSyncCard({ email }: { email: string }) {
  const asked = useAsked(askDevices)
  const [isOpen, setOpen] = useState(false)
  const hasNone = asked.state === "known" && asked.answer.address !== null && asked.answer.app_passwords.length === 0

  return (
    <Panel
      title="Contacts Sync"
      intro="Keep the people you've met and your own cards in your devices' contacts, always up to date. Each device gets its own app password, which can't be used for anything else."
      className={hasNone ? "beside" : undefined}
    >
      <Loaded asked={asked}>
        {({ app_passwords, address }) =>
          address === null ? (
            <p className="text-ink-soft">This requires HTTPS. Contact the people who run this site.</p>
          ) : (
            <div className="flex flex-col gap-5">
              {app_passwords.length > 0 && (
                <Suspense>
                  <ConnectedDevices devices={app_passwords} onChanged={asked.again} />
                </Suspense>
              )}
              <Button size="sm" variant="secondary" wide className="sm:ml-auto sm:flex" onClick={() => setOpen(true)}>
                Connect a device
              </Button>
              {isOpen && (
                <Suspense>
                  <ConnectDevice
                    address={address}
                    email={email}
                    onConnected={() => void asked.again()}
                    onClose={() => setOpen(false)}
                  />
                </Suspense>
              )}
            </div>
          )
        }
      </Loaded>
    </Panel>
  )
}
