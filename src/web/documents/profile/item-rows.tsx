// The items that a profile's owner added: links to their services, further numbers and addresses, dates and texts.
import IconAlignLeft from "~icons/align-left"
import IconCalendarEvent from "~icons/calendar-event"
import IconMail from "~icons/mail"
import IconMapPin from "~icons/map-pin"
import IconPhone from "~icons/phone"
import IconWorld from "~icons/world"
import { displayPhone, telHref } from "../../../domain/contact/phone.ts"
import { displayItemDate, ITEM_KIND_LABEL, type ItemKind, type ProfileItem } from "../../../domain/profile/items.ts"
import { displayUrl, httpUrl } from "../../../domain/profile/links.ts"
import { SERVICES } from "../../../domain/profile/services.ts"
import { breakableAddress } from "./breakable.tsx"
import { ContactRow } from "./contact-rows.tsx"
import { SERVICE_ICON } from "./service-icons.tsx"

const KIND_ICON = {
  link: IconWorld,
  phone: IconPhone,
  email: IconMail,
  address: IconMapPin,
  date: IconCalendarEvent,
  text: IconAlignLeft,
} as const satisfies Record<ItemKind, unknown>

export function ItemRows({ items }: { items: readonly ProfileItem[] }) {
  if (items.length === 0) return null
  return (
    <ul className="items">
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity, and hold no state here
        <ItemRow key={at} item={item} />
      ))}
    </ul>
  )
}

function ItemRow({ item: { kind, label, value, service } }: { item: ProfileItem }) {
  const Icon = service === "" ? KIND_ICON[kind] : SERVICE_ICON[service]
  const icon = <Icon size={20} />
  const under = label || (service === "" ? ITEM_KIND_LABEL[kind] : SERVICES[service].label)
  switch (kind) {
    case "link":
      return (
        <ContactRow icon={icon} label={displayUrl(value)} href={httpUrl(value)} outgoing is={{ link: "u-url" }}>
          {under}
        </ContactRow>
      )
    case "phone":
      return (
        <ContactRow icon={icon} label={under} href={telHref(value)} is={{ text: "p-tel" }}>
          {displayPhone(value)}
        </ContactRow>
      )
    case "email":
      return (
        <ContactRow icon={icon} label={under} href={`mailto:${encodeURI(value)}`} is={{ link: "u-email" }}>
          {value}
        </ContactRow>
      )
    case "address":
      return (
        <ContactRow icon={icon} label={under} is={{ text: "p-adr" }}>
          {breakableAddress(value)}
        </ContactRow>
      )
    default:
      return (
        <ContactRow icon={icon} label={under}>
          {kind === "date" ? displayItemDate(value) : value}
        </ContactRow>
      )
  }
}
