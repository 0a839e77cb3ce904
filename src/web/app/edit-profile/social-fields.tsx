// 'Social Media Links': one address per network.
import type { UseFormReturn } from "react-hook-form"
import IconBrandBluesky from "~icons/brand-bluesky"
import IconBrandFacebook from "~icons/brand-facebook"
import IconBrandInstagram from "~icons/brand-instagram"
import IconBrandLinkedin from "~icons/brand-linkedin"
import IconBrandPinterest from "~icons/brand-pinterest"
import IconBrandTiktok from "~icons/brand-tiktok"
import IconBrandX from "~icons/brand-x"
import IconBrandYoutube from "~icons/brand-youtube"
import { NETWORK_LABEL, NETWORKS } from "../../../domain/profile/links.ts"
import type { ProfileValues } from "./form-values.ts"
import { LinkField } from "./link-field.tsx"

const LOOK = {
  instagram: { Icon: IconBrandInstagram, example: "https://instagram.com/you" },
  facebook: { Icon: IconBrandFacebook, example: "https://facebook.com/you" },
  tiktok: { Icon: IconBrandTiktok, example: "https://tiktok.com/@you" },
  twitter: { Icon: IconBrandX, example: "https://x.com/you" },
  bluesky: { Icon: IconBrandBluesky, example: "https://bsky.app/profile/you" },
  pinterest: { Icon: IconBrandPinterest, example: "https://pinterest.com/you" },
  linkedin: { Icon: IconBrandLinkedin, example: "https://linkedin.com/in/you" },
  youtube: { Icon: IconBrandYoutube, example: "https://youtube.com/@you" },
}

export function SocialFields({ form }: { form: UseFormReturn<ProfileValues> }) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      {NETWORKS.map((network) => {
        const { Icon, example } = LOOK[network]
        return (
          <LinkField
            key={network}
            form={form}
            name={network}
            label={NETWORK_LABEL[network]}
            placeholder={example}
            icon={<Icon size={20} />}
          />
        )
      })}
    </div>
  )
}
