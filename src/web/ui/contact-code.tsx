// A contact as a QR code: a small contact card instead of a link.
import { contactModules } from "../../domain/contact/contact-code.ts"
import { smallVcard } from "../../domain/contact/vcard.ts"
import { contactFields } from "../../domain/profile/contact-fields.ts"
import type { PublicProfile } from "../../domain/profile/profile.ts"
import { QrCode } from "../documents/profile/qr-code.tsx"
import { classNames } from "./class-names.ts"

interface ContactCodeProps {
  card: PublicProfile
  /** the profile's address */
  url: string
  className?: string
}

export function ContactCode({ card, url, className }: ContactCodeProps) {
  return (
    <div className={classNames("flex overflow-hidden rounded-2xl border border-line bg-[#fff]", className)}>
      <QrCode
        text={smallVcard({ profile: contactFields(card), url })}
        dense={contactModules}
        label={`QR code for ${card.full_name || card.username}'s contact`}
        className="m-auto size-full"
      />
    </div>
  )
}
