// Moderation: reports about profiles, the queue of them, and what moderators and administrators decide.
import type { PictureKind } from "../../../domain/profile/image.ts"
import type { StoredFile } from "../../platform/files/files.ts"
import type { Profiles } from "../profiles/service.ts"
import { createDecisions } from "./decisions.ts"
import { createQueue } from "./queue.ts"
import { createReports } from "./reports.ts"

type Needs = Parameters<typeof createReports>[0] & Parameters<typeof createDecisions>[0] & { profiles: Profiles }

export type Moderation = ReturnType<typeof createModeration>

export function createModeration(needs: Needs) {
  const { clock, profiles } = needs
  const queue = createQueue(needs)
  return {
    ...createReports(needs),
    ...queue,
    ...createDecisions(needs),

    /** A picture of a profile in the moderators' lists, hidden or deactivated or not. */
    async picture(profileId: string, kind: PictureKind): Promise<StoredFile | null> {
      if (!(await queue.isListed(profileId, clock()))) return null
      const [profile] = await profiles.forReview([profileId], clock())
      return profile === undefined ? null : ((await profiles.ownPicture(profile, kind))?.file ?? null)
    },
  }
}
