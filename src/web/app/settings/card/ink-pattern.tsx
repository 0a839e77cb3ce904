// The pattern at the top of a card in its owner's color, which fades out downward. A Minimal card has none.
import type { PublicProfile } from "../../../../domain/profile/profile.ts"
import { BannerPattern } from "../../../documents/profile/banner.tsx"
import { classNames } from "../../../ui/class-names.ts"

interface InkPatternProps {
  card: PublicProfile
  /** its height */
  className: string
}

export const InkPattern = ({ card, className }: InkPatternProps) =>
  card.look.layout !== "minimal" && (
    <div
      className={classNames(
        "absolute inset-x-0 top-0 -z-10 opacity-25 [mask-image:linear-gradient(#000,transparent)]",
        className,
      )}
    >
      <BannerPattern profile={card} />
    </div>
  )
