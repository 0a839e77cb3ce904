// Preview pictures of profiles: painted on the first request, kept in memory until the profile changes.
import { LRUCache } from "lru-cache"
import { initials } from "../../../domain/contact/names.ts"
import { Refusal } from "../../../domain/errors.ts"
import { profilePath } from "../../../domain/paths.ts"
import { accentOf } from "../../../domain/profile/accent.ts"
import { displayUrl } from "../../../domain/profile/links.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import { shownIn } from "../../../domain/profile/visibility.ts"
import type { Profiles } from "../../features/profiles/service.ts"
import { createConcurrencyLimit } from "../../platform/concurrency/concurrency-limit.ts"
import type { Config } from "../../platform/config/config.ts"
import { weakEtag } from "../../platform/http/etag.ts"
import { errorText, type Log } from "../../platform/log.ts"
import type { PreviewCard } from "./card-drawing.ts"
import { createPainter } from "./painter.ts"

/** About 300 pictures. Painting one again takes a fifth of a second. */
const MEMORY_MAX_BYTES = 24 * 1024 * 1024
/** Increase it whenever the same card is drawn differently. */
const DESIGN = 1
const BUSY = { running: 1, waiting: 24, retryAfterS: 10 }

interface Needs {
  config: Config
  log: Log
  profiles: Pick<Profiles, "ownPicture">
}

export type Previews = ReturnType<typeof createPreviews>

export function createPreviews({ config, log, profiles }: Needs) {
  const memory = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: MEMORY_MAX_BYTES,
    sizeCalculation: (picture) => picture.byteLength + 200,
  })
  const painting = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  const painter = createPainter()
  const slots = createConcurrencyLimit(BUSY)
  const site = { name: config.SITE_NAME, origin: config.PUBLIC_ORIGIN }

  async function paint(profile: PublicProfile): Promise<Uint8Array<ArrayBuffer>> {
    const [photo, banner] = await Promise.all([
      profiles.ownPicture(profile, "photo"),
      profiles.ownPicture(profile, "banner"),
    ])
    const pictures = { photo: photo?.file.bytes ?? null, banner: banner?.file.bytes ?? null }
    const started = performance.now()
    const painted = await painter.paint(previewCard(profile, site, pictures)).catch((error: unknown) => {
      log.error("preview.failed", { user: profile.id, error: errorText(error) })
      throw new Refusal("service_unavailable", { retryAfterS: BUSY.retryAfterS })
    })
    const picture = new Uint8Array(painted)
    log.info("preview.painted", {
      user: profile.id,
      ms: Math.round(performance.now() - started),
      bytes: picture.length,
    })
    return picture
  }

  return {
    /** A validator of the picture, known before it is painted. */
    etag: ({ id, updated_at }: PublicProfile): string => weakEtag(JSON.stringify([DESIGN, site, id, updated_at])),
    /** @returns JPEG bytes @throws Refusal service_unavailable when too many wait already */
    async picture(profile: PublicProfile): Promise<Uint8Array<ArrayBuffer>> {
      const key = `${profile.id} ${profile.updated_at}`
      const known = memory.get(key) ?? painting.get(key)
      if (known !== undefined) return known
      const promise = slots.run(profile.id, () => paint(profile))
      painting.set(key, promise)
      try {
        const picture = await promise
        memory.set(key, picture)
        return picture
      } finally {
        painting.delete(key)
      }
    },
  }
}

/** What a profile's card shows at a glance. @param pictures as they are stored; null: a seal, a pattern */
export function previewCard(
  whole: PublicProfile,
  site: { name: string; origin: string },
  pictures: Pick<PreviewCard, "photo" | "banner">,
): PreviewCard {
  const profile = shownIn("page", whole)
  const name = profile.full_name || profile.username
  return {
    username: profile.username,
    name,
    job_title: profile.job_title,
    business_name: profile.business_name,
    initials: initials(name),
    address: displayUrl(site.origin + profilePath(profile.username)),
    site: site.name,
    accent: accentOf(profile),
    look: profile.look,
    ...pictures,
  }
}
