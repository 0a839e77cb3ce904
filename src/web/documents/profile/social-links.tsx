// The social networks as a grid of icons, each with its name for screen readers.
import IconBrandBluesky from "~icons/brand-bluesky"
import IconBrandFacebook from "~icons/brand-facebook"
import IconBrandInstagram from "~icons/brand-instagram"
import IconBrandLinkedin from "~icons/brand-linkedin"
import IconBrandPinterest from "~icons/brand-pinterest"
import IconBrandTiktok from "~icons/brand-tiktok"
import IconBrandX from "~icons/brand-x"
import IconBrandYoutube from "~icons/brand-youtube"
import { httpUrl, NETWORK_LABEL, NETWORKS } from "../../../domain/profile/links.ts"
import type { SocialMedia } from "../../../domain/profile/profile.ts"
import { OUTGOING } from "./contact-rows.tsx"

const ICON = {
  instagram: IconBrandInstagram,
  facebook: IconBrandFacebook,
  tiktok: IconBrandTiktok,
  twitter: IconBrandX,
  bluesky: IconBrandBluesky,
  pinterest: IconBrandPinterest,
  linkedin: IconBrandLinkedin,
  youtube: IconBrandYoutube,
} as const

export function SocialLinks({ links }: { links: SocialMedia }) {
  const shown = NETWORKS.flatMap((network) => {
    const href = httpUrl(links[network] ?? "")
    return href === null ? [] : [{ network, href, Icon: ICON[network] }]
  })
  if (shown.length === 0) return null
  return (
    <ul aria-label="Social media" className="tiles">
      {shown.map(({ network, href, Icon }) => (
        <li key={network}>
          <a
            href={href}
            rel={OUTGOING}
            aria-label={NETWORK_LABEL[network]}
            title={NETWORK_LABEL[network]}
            className="u-url tile"
          >
            <Icon size={24} stroke={1.7} aria-hidden="true" />
          </a>
        </li>
      ))}
    </ul>
  )
}
