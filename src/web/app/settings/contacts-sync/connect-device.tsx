// Connects a device in two steps: its name, then what it needs, which is shown once.
import { useState } from "react"
import IconDownload from "~icons/download"
import {
  type AddressBookAccount,
  APPLE_PROFILE_TYPE,
  appleProfile,
  davx5Link,
} from "../../../../domain/people/address-book-setup.ts"
import { QrCode } from "../../../documents/profile/qr-code.tsx"
import { call } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import { buttonStyle } from "../../../ui/button-style.ts"
import { CopyButton } from "../../../ui/copy-button.tsx"
import { useSchemaForm } from "../../../ui/form/form-resolver.ts"
import { TextField } from "../../../ui/form/text-field.tsx"
import { Tabs } from "../../../ui/layout/tabs.tsx"
import { Dialog } from "../../../ui/overlay/dialog.tsx"
import { saveFile } from "../../../ui/save-file.ts"
import { showFailure } from "../../show-failure.ts"

const loadForm = async () => (await import("../../../../domain/account/app-password.ts")).appPasswordForm()

interface ConnectDeviceProps {
  address: string
  email: string
  onConnected: () => void
  onClose: () => void
}

interface Connected {
  id: string
  name: string
  secret: string
}

export function ConnectDevice({ address, email, onConnected, onClose }: ConnectDeviceProps) {
  const [connected, setConnected] = useState<Connected | null>(null)
  const made = (device: Connected) => {
    setConnected(device)
    onConnected()
  }
  if (connected === null)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Connect a device"
        description="Give it a name you'll recognize in this list."
      >
        <DeviceForm onConnected={made} />
      </Dialog>
    )
  return (
    <Dialog
      open
      closable={false}
      title={`Set up ${connected.name}`}
      description="You'll only see this app password once. Each device gets its own."
    >
      <Setup account={{ address, email, secret: connected.secret }} device={connected} />
      <Button size="lg" className="mt-5 w-full" onClick={onClose}>
        Done
      </Button>
    </Dialog>
  )
}

function DeviceForm({ onConnected }: { onConnected: (device: Connected) => void }) {
  const { field, formState, handleSubmit } = useSchemaForm(loadForm, { name: "" })
  const create = handleSubmit(async (form) => {
    try {
      const { app_password, secret } = await call("POST /api/account/app-passwords", { body: form })
      onConnected({ ...app_password, secret })
    } catch (error) {
      showFailure("Couldn't connect the device", error)
    }
  })
  return (
    <form method="post" action="/settings" onSubmit={create} noValidate className="flex flex-col gap-5">
      <TextField label="Device" placeholder="Mika's laptop" autoComplete="off" {...field("name")} />
      <Button type="submit" size="lg" busy={formState.isSubmitting}>
        Continue
      </Button>
    </form>
  )
}

function Setup({ account, device }: { account: AddressBookAccount; device: Connected }) {
  return (
    <Tabs
      label="Type of device"
      tabs={[
        { value: "apple", label: "iPhone, Mac", panel: <Apple account={account} device={device} /> },
        { value: "android", label: "Android", panel: <Android account={account} /> },
        { value: "other", label: "Other", panel: <ByHand account={account} /> },
      ]}
    />
  )
}

function Apple({ account, device }: { account: AddressBookAccount; device: Connected }) {
  const file = () => new Blob([appleProfile(account, device.id)], { type: APPLE_PROFILE_TYPE })
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-soft">
        On your iPhone, iPad or Mac, download the configuration profile, open it, and install it in Settings. The file
        contains your app password, so delete it afterward.
      </p>
      <Button variant="secondary" onClick={() => saveFile(file(), `${location.hostname}.mobileconfig`)}>
        <IconDownload size={20} />
        Download configuration profile
      </Button>
      <p className="text-ink-soft">
        Or add a CardDAV account in the Contacts settings, using the details under “Other.”
      </p>
    </div>
  )
}

function Android({ account }: { account: AddressBookAccount }) {
  const link = davx5Link(account)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-soft">
        Install DAVx⁵ from F-Droid or the Play Store. Then scan this with a QR code app: DAVx⁵ opens with everything
        filled in.
      </p>
      <div className="mx-auto overflow-hidden rounded-xl border border-line">
        <QrCode text={link} label="QR code for DAVx⁵" className="size-52" />
      </div>
      <a href={link} className={buttonStyle({ variant: "secondary" }, "sm:hidden")}>
        Open DAVx⁵ on this device
      </a>
    </div>
  )
}

const ByHand = ({ account: { address, email, secret } }: { account: AddressBookAccount }) => (
  <dl className="flex flex-col gap-3">
    {[
      ["Server", address],
      ["Username", email],
      ["App password", secret],
    ].map(([name = "", value = ""]) => (
      <div key={name} className="flex items-center gap-3 rounded-xl bg-well py-2 pr-2 pl-4">
        <div className="min-w-0 flex-1 text-sm">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-mono [overflow-wrap:anywhere]">{value}</dd>
        </div>
        <CopyButton text={value} size="sm" />
      </div>
    ))}
  </dl>
)
