// Preview pictures of profiles: painted when first asked for, remembered until the profile changes.
import { Refusal } from "../../../domain/errors.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import type { Profiles } from "../../features/profiles/service.ts"
import { createLeastRecent } from "../../platform/cache/least-recent.ts"
import { createConcurrencyLimit } from "../../platform/concurrency/concurrency-limit.ts"
import type { Config } from "../../platform/config/config.ts"
import type { Log } from "../../platform/log.ts"
import { errorText } from "../../platform/log.ts"
import { etagOf } from "../pages/etag.ts"
import { createPainter } from "./painter.ts"
import { previewCard } from "./preview-card.ts"

/** Some 300 pictures; each takes a fifth of a second to paint again. */
const MEMORY_MAX_BYTES = 24 * 1024 * 1024
/** Another number whenever the same card is drawn differently. */
const DESIGN = 1
const BUSY = { running: 1, waiting: 24, retryAfterS: 10 }

export interface Previews {
  /** A validator of the picture, known before it is painted. */
  etag(profile: PublicProfile): string
  /** @returns JPEG bytes @throws Refusal service_unavailable when too many are asked for at once */
  picture(profile: PublicProfile): Promise<Uint8Array<ArrayBuffer>>
}

interface Needs {
  config: Config
  log: Log
  profiles: Profiles
}

export function createPreviews({ config, log, profiles }: Needs): Previews {
  const memory = createLeastRecent<Uint8Array<ArrayBuffer>>(MEMORY_MAX_BYTES)
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
    etag: ({ id, updated_at }) => etagOf(JSON.stringify([DESIGN, site, id, updated_at])),
    async picture(profile) {
      const key = `${profile.id} ${profile.updated_at}`
      const known = memory.get(key) ?? painting.get(key)
      if (known !== undefined) return known
      const promise = slots.run(profile.id, () => paint(profile))
      painting.set(key, promise)
      try {
        const picture = await promise
        memory.set(key, picture, picture.byteLength + 200)
        return picture
      } finally {
        painting.delete(key)
      }
    },
  }
}
