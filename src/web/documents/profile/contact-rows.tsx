// Ways to use the card: call, write, visit, look up. Large rows for thumbs: an icon, the value, and a label for screen readers.
import type { ReactNode } from "react"
import IconMail from "~icons/mail"
import IconMapPin from "~icons/map-pin"
import IconPhone from "~icons/phone"
import IconWorld from "~icons/world"
import { displayPhone, telHref } from "../../../domain/contact/phone.ts"
import { displayUrl, httpUrl } from "../../../domain/profile/links.ts"
import { classNames } from "../../ui/class-names.ts"
import { breakable, breakableAddress } from "./breakable.tsx"
import type { CardProfile } from "./card-profile.ts"

/** Members' links open outside the site, without endorsement and without a referrer. */
export const OUTGOING = "me noopener noreferrer nofollow ugc"

interface RowProps {
  icon: ReactNode
  label: string
  children: string
  href?: string | null
  outgoing?: boolean
  /** of the h-card: what the link is, what the text is (microformats.org/wiki/h-card) */
  is?: { link?: string; text?: string }
}

export function ContactRows({ profile }: { profile: CardProfile }) {
  const { business_phone: phone, email, address } = profile
  const website = httpUrl(profile.social_media.website ?? "")
  if (!phone && !email && !address && website === null) return null
  return (
    <ul className="contacts">
      {phone && (
        <ContactRow icon={<IconPhone size={20} />} label="Phone" href={telHref(phone)} is={{ text: "p-tel" }}>
          {displayPhone(phone)}
        </ContactRow>
      )}
      {email && (
        <ContactRow
          icon={<IconMail size={20} />}
          label="Email"
          href={`mailto:${encodeURI(email)}`}
          is={{ link: "u-email" }}
        >
          {email}
        </ContactRow>
      )}
      {address && (
        <ContactRow icon={<IconMapPin size={20} />} label="Address" is={{ text: "p-adr" }}>
          {breakableAddress(address)}
        </ContactRow>
      )}
      {website !== null && (
        <ContactRow icon={<IconWorld size={20} />} label="Website" href={website} outgoing is={{ link: "u-url" }}>
          {displayUrl(profile.social_media.website ?? "")}
        </ContactRow>
      )}
    </ul>
  )
}

export function ContactRow({ icon, label, children, href = null, outgoing = false, is = {} }: RowProps) {
  const inside = (
    <>
      {icon}
      <span>
        <span className={is.text} dir="auto">
          {breakable(children)}
        </span>
        <small>{label}</small>
      </span>
    </>
  )
  return (
    <li>
      {href === null ? (
        <div className="row">{inside}</div>
      ) : (
        <a href={href} className={classNames("row", is.link)} {...(outgoing && { rel: OUTGOING })}>
          {inside}
        </a>
      )}
    </li>
  )
}
