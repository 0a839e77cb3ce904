// The devices that are connected, each with a button that revokes its app password.
import IconAddressBook from "~icons/address-book"
import type { AppPassword } from "../../../../api/app-passwords.ts"
import { call } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import { dayOf, sinceOf } from "../../../ui/dates.ts"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { useConfirm } from "../../../ui/overlay/confirm-dialog.tsx"
import { showFailure } from "../../show-failure.ts"

interface ConnectedDevicesProps {
  devices: AppPassword[]
  onChanged: () => Promise<void>
}

export function ConnectedDevices({ devices, onChanged }: ConnectedDevicesProps) {
  const { ask, dialog } = useConfirm()
  const revoke = async (id: string) => {
    try {
      await call("DELETE /api/account/app-passwords/{id}", { params: { id } })
      showToast({ title: "Device disconnected", tone: "good" })
    } catch (error) {
      showFailure("Couldn't disconnect the device", error)
    }
    await onChanged()
  }
  const askToRevoke = ({ id, name }: AppPassword) =>
    ask({
      title: `Disconnect ${name}?`,
      question: "Its app password stops working. Contacts already on the device may stay there.",
      confirm: "Disconnect",
      onConfirm: () => void revoke(id),
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
                , connected {dayOf(device.created_at)}
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
