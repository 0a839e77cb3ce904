// 'Contacts Sync': the devices whose contacts app has the people and the profiles of the account, each with a password of its own.
import { lazy, Suspense, useState } from "react"
import IconAddressBook from "~icons/address-book"
import type { AppPassword } from "../../../../api/app-passwords.ts"
import { call } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import { dayOf, sinceOf } from "../../../ui/dates.ts"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { Panel } from "../../../ui/layout/panel.tsx"
import { useConfirm } from "../../../ui/overlay/confirm-dialog.tsx"
import { showFailure } from "../../show-failure.ts"
import { Loaded, useAsked } from "../../use-asked.tsx"

const ConnectDevice = lazy(async () => ({ default: (await import("./connect-device.tsx")).ConnectDevice }))

const askDevices = () => call("GET /api/account/app-passwords")

export function ContactsSyncCard({ email }: { email: string }) {
  const asked = useAsked(askDevices)
  const [isOpen, setOpen] = useState(false)
  const hasNone = asked.state === "known" && asked.answer.address !== null && asked.answer.app_passwords.length === 0
  const revoke = async (id: string) => {
    try {
      await call("DELETE /api/account/app-passwords/{id}", { params: { id } })
      showToast({ title: "Device disconnected", tone: "good" })
    } catch (error) {
      showFailure("The device was not disconnected", error)
    }
    await asked.again()
  }

  return (
    <Panel
      title="Contacts Sync"
      intro="Keep the people you've met and your own cards in your devices' contacts, always up to date. Each device gets its own app password, which can't be used for anything else."
      className={hasNone ? "beside" : undefined}
    >
      <Loaded asked={asked}>
        {({ app_passwords, address }) =>
          address === null ? (
            <p className="text-ink-soft">This works only over https. Ask the people who run this site.</p>
          ) : (
            <div className="flex flex-col gap-5">
              {app_passwords.length > 0 && <Devices devices={app_passwords} onRevoke={revoke} />}
              <Button variant="secondary" wide className="sm:ml-auto sm:flex" onClick={() => setOpen(true)}>
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

function Devices({ devices, onRevoke }: { devices: AppPassword[]; onRevoke: (id: string) => Promise<void> }) {
  const { ask, dialog } = useConfirm()
  const askToRevoke = ({ id, name }: AppPassword) =>
    ask({
      title: `Disconnect ${name}?`,
      question: "Its app password stops working. Contacts already on the device may stay there.",
      confirm: "Disconnect",
      onConfirm: () => void onRevoke(id),
    })
  return (
    <>
      <ul aria-label="Connected" className="flex flex-col divide-y divide-line">
        {devices.map((device) => (
          <li key={device.id} className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
            <IconAddressBook size={24} stroke={1.5} className="shrink-0 text-ink-soft" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold [overflow-wrap:anywhere]">{device.name}</p>
              <p className="text-sm text-ink-soft">
                {device.last_used_at === null
                  ? "Not used yet"
                  : `Last used ${sinceOf(device.last_used_at, new Date())}`}
                , created {dayOf(device.created_at)}
              </p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Disconnect ${device.name}`}
              onClick={() => askToRevoke(device)}
            >
              Disconnect
            </Button>
          </li>
        ))}
      </ul>
      {dialog}
    </>
  )
}
