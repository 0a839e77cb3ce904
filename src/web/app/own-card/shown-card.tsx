// The card as one holds it out: who, and a code as large as the screen allows.
import { IconCloudCheck } from "@tabler/icons-react"
import type { ReactNode } from "react"
import { initials } from "../../../domain/names.ts"
import { profilePath } from "../../../domain/paths.ts"
import type { PublicProfile } from "../../../domain/profile.ts"
import { QrCode } from "../../documents/profile/qr-code.tsx"
import { Avatar } from "../../ui/avatar.tsx"
import { ContactCode } from "../../ui/contact-code.tsx"
import { Tabs } from "../../ui/tabs.tsx"
import { TextLink } from "../../ui/text-link.tsx"
import { InstallButton } from "./install-button.tsx"
import { useAwakeScreen } from "./use-awake-screen.ts"

interface ShownCardProps {
  card: PublicProfile
  /** the profile's own address */
  url: string
  isKept: boolean
}

export function ShownCard({ card, url, isKept }: ShownCardProps) {
  useAwakeScreen()
  const name = card.full_name || card.username
  const role = [card.job_title, card.business_name].filter(Boolean).join(", ")
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar src={card.profile_picture} initials={initials(name)} className="size-16 text-xl" />
        <div className="min-w-0">
          <p className="font-serif text-xl font-semibold text-balance wrap-anywhere">{name}</p>
          {role !== "" && <p className="text-ink-soft wrap-anywhere">{role}</p>}
        </div>
      </div>
      <Tabs
        label="What the code holds"
        tabs={[
          {
            value: "link",
            label: "Profile",
            panel: (
              <Code caption={`Scan to view ${name}'s profile`}>
                <QrCode text={url} label={`QR code of ${url}`} className="size-full" />
              </Code>
            ),
          },
          {
            value: "contact",
            label: "Offline contact",
            panel: (
              <Code caption="Scan to save the contact, even without a connection">
                <ContactCode card={card} url={url} className="size-full border-0" />
              </Code>
            ),
          },
        ]}
      />
      <div className="flex flex-col items-center gap-4 text-center">
        {isKept && (
          <p role="status" className="text-sm text-balance text-ink-soft">
            <IconCloudCheck size={20} className="mr-1.5 inline-block align-text-bottom text-good" aria-hidden="true" />
            Kept on this device: opens without a connection
          </p>
        )}
        <InstallButton />
        <TextLink href={profilePath(card.username)}>View my profile</TextLink>
      </div>
    </>
  )
}

function Code({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <div className="aspect-square w-full max-w-88 overflow-hidden rounded-2xl border border-line bg-[#fff] p-2">
        {children}
      </div>
      <p className="text-balance text-ink">{caption}</p>
    </div>
  )
}
