// The card: one sheet with banner, portrait, name and actions. Pure, so that the public page, the edit form's live
// preview and the landing page show the same card.
import type { ReactNode } from "react"
import { accentOf } from "../../../domain/profile/accent.ts"
import { shownIn } from "../../../domain/profile/visibility.ts"
import { classNames } from "../../ui/class-names.ts"
import { Banner, BannerPattern } from "./banner.tsx"
import type { CardProfile } from "./card-profile.ts"
import { ContactRows } from "./contact-rows.tsx"
import { ItemRows } from "./item-rows.tsx"
import { Portrait } from "./portrait.tsx"
import { SocialLinks } from "./social-links.tsx"

const FROM_THE_RIGHT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Names in right-to-left scripts mirror the whole card, and what is beside it. */
export const directionOf = (name: string): "rtl" | "ltr" => (FROM_THE_RIGHT.test(name) ? "rtl" : "ltr")

/** Longer names get a smaller font. */
const LONG_NAME = 30

/** The attributes by which the stylesheets know the colors of a card. */
export const colorsOf = (profile: Pick<CardProfile, "username" | "accent" | "look">) => ({
  "data-accent": accentOf(profile),
  "data-ground": profile.look.ground === "paper" ? undefined : profile.look.ground,
})

interface ProfileCardProps {
  profile: CardProfile
  /** h1 on the profile's own page */
  heading?: "h1" | "h2" | "p"
  /** absolute address of the profile's page, if the card is on it */
  url?: string
  /** next to the portrait: the owner's tools */
  tools?: ReactNode
  /** below everything, always within the thumb's reach */
  actions?: ReactNode
  /** load pictures when nearly in view: the card is far down a page */
  lazy?: boolean
}

export function ProfileCard({
  profile: whole,
  heading: Heading = "p",
  url,
  tools,
  actions,
  lazy = false,
}: ProfileCardProps) {
  const profile = shownIn("page", whole)
  const { full_name, username, job_title, business_name, bio } = profile
  const { layout } = profile.look
  const name = full_name || username
  return (
    <article
      {...colorsOf(profile)}
      data-layout={layout === "classic" ? undefined : layout}
      dir={directionOf(name)}
      className="h-card"
    >
      {url !== undefined && <data className="u-url u-uid" value={url} />}
      {(layout === "classic" || layout === "vertical") && <Banner profile={profile} lazy={lazy} />}
      <div className="inside">
        <div className="top">
          <Portrait
            name={name}
            picture={profile.profile_picture}
            {...(layout === "portrait" && { isLarge: true, pattern: <BannerPattern profile={profile} /> })}
            lazy={lazy}
          />
          {tools}
        </div>
        <div className="names">
          <Heading className={classNames("p-name", name.length > LONG_NAME && "long")} dir="auto">
            {name}
          </Heading>
          {job_title && (
            <p className="p-job-title" dir="auto">
              {job_title}
            </p>
          )}
          {business_name && (
            <p className="p-org" dir="auto">
              {business_name}
            </p>
          )}
          {bio && (
            <p className="p-note" dir="auto">
              {bio}
            </p>
          )}
        </div>
        <ContactRows profile={profile} />
        <SocialLinks links={profile.social_media} />
        <ItemRows items={profile.profile_items} />
      </div>
      {actions}
    </article>
  )
}
