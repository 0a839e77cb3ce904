// The banner of a card: its owner's picture, or a pattern on tinted paper based on the username. The pattern also
// shows while the picture loads, and if it fails.
import { BANNER_PHONE_PX, BANNER_RATIO, BANNER_WIDE_PX } from "../../../domain/limits.ts"
import { patternOf } from "../../../domain/profile/banner-patterns.ts"
import type { CardProfile } from "./card-profile.ts"

interface BannerProps {
  profile: Patterned & Pick<CardProfile, "banner_picture">
  /** load only when nearly in view */
  lazy?: boolean
}

type Patterned = Pick<CardProfile, "username" | "look">

export function Banner({ profile, lazy = false }: BannerProps) {
  return (
    <div className="banner">
      <BannerPattern profile={profile} />
      {profile.banner_picture !== "" && <Picture address={profile.banner_picture} lazy={lazy} />}
    </div>
  )
}

function Picture({ address, lazy }: { address: string; lazy: boolean }) {
  const small = address.replace("/banner.", "/banner-phone.")
  return (
    <picture>
      {/* Two and a half pixels per CSS pixel are enough for a phone. */}
      {small !== address && (
        <source
          media="(width >= 40rem)"
          srcSet={`${small} ${BANNER_PHONE_PX}w, ${address} ${BANNER_WIDE_PX}w`}
          sizes="27rem"
        />
      )}
      <img
        src={small}
        alt=""
        width={BANNER_PHONE_PX}
        height={BANNER_PHONE_PX / BANNER_RATIO}
        {...(lazy && { loading: "lazy" })}
      />
    </picture>
  )
}

/** Its id in the SVG includes the username, because the landing page shows several cards, and the edit form several patterns. */
export function BannerPattern({ profile: { username, look } }: { profile: Patterned }) {
  const { width, height, path, scale } = patternOf(username, look.pattern)
  const id = look.pattern === "" ? username : `${username}-${look.pattern}`
  return (
    <svg className="motif" preserveAspectRatio="xMaxYMid slice" viewBox="0 0 420 144" aria-hidden="true">
      <pattern
        id={`m-${id}`}
        width={width}
        height={height}
        patternUnits="userSpaceOnUse"
        patternTransform={`scale(${scale})`}
      >
        <path d={path} fill="none" stroke="currentColor" strokeWidth={1.4 / scale} />
      </pattern>
      <path d="M0 0h420v144H0z" fill={`url(#m-${id})`} />
    </svg>
  )
}
