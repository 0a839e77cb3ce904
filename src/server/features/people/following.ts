// Contacts that follow a profile of this site. They catch up when someone reads them, so no save of a profile depends on them; the hourly
// sweep reaches those that are not read, and removes what deleted profiles left.
import { vcard } from "../../../domain/contact/vcard.ts"
import { profilePath } from "../../../domain/paths.ts"
import { PEOPLE_PER_IMPORT } from "../../../domain/people/people-limits.ts"
import type { PersonDetails } from "../../../domain/people/person.ts"
import { changedPersonCard, readPerson } from "../../../domain/people/person-card.ts"
import { detailsOfGone, type FollowedDetails, followed, followedOf } from "../../../domain/people/person-following.ts"
import { contactFields } from "../../../domain/profile/contact-fields.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { Database, Queries } from "../../platform/db/queries.ts"
import { errorText, type Log } from "../../platform/log.ts"
import type { Profiles } from "../profiles/service.ts"
import { changing, derived, sizeOf } from "./book.ts"
import { staleFollowerIds, staleFollowers, staleOwners } from "./following-store.ts"
import { type PersonRow, updatePerson } from "./store.ts"

interface Needs {
  clock: Clock
  config: Pick<Config, "PUBLIC_ORIGIN">
  db: Database
  log: Log
  profiles: Pick<Profiles, "read">
}

/** The version was read before the profile: what is shown may be newer, never older. */
interface Theirs {
  profile: PublicProfile | null
  version: number | null
}
const DELETED: Theirs = { profile: null, version: null }

const OWNERS_AT_ONCE = 200

export type Following = ReturnType<typeof createFollowing>

export function createFollowing({ clock, config, db, log, profiles }: Needs) {
  return {
    catchUp,

    /** Of every owner. One book that fails is logged, and does not keep the others from it. */
    async catchUpAll(signal?: AbortSignal): Promise<void> {
      for (let after: string | null = null; ; ) {
        const owners: string[] = await staleOwners(db, after, OWNERS_AT_ONCE)
        for (const ownerId of owners) {
          if (signal?.aborted) return
          await catchUp(ownerId).catch((error) => {
            log.error("people.catch_up_failed", { user: ownerId, error: errorText(error) })
          })
        }
        after = owners.at(-1) ?? null
        if (owners.length < OWNERS_AT_ONCE) return
      }
    },

    /** Of the profile that a contact follows, while it is shown. */
    async usernameOf({ their_state, their_profile_id }: PersonRow): Promise<string | null> {
      if (their_state !== "live" || their_profile_id === null) return null
      return (await profiles.read(their_profile_id, clock()))?.username ?? null
    },
  }

  async function catchUp(ownerId: string): Promise<void> {
    const ids = await staleFollowerIds(db, ownerId)
    for (let at = 0; at < ids.length; at += PEOPLE_PER_IMPORT)
      await catchUpWith(ownerId, ids.slice(at, at + PEOPLE_PER_IMPORT))
  }

  async function catchUpWith(ownerId: string, ids: string[]): Promise<void> {
    // Before the transaction, which may have the only connection.
    const read = new Map<string, Theirs>()
    for (const { their_profile_id: id, version } of await staleFollowers(db, ids))
      if (id !== null && !read.has(id)) read.set(id, { profile: await profiles.read(id, clock()), version })
    await changing(db, ownerId, async (tx, book) => {
      const stale = await staleFollowers(tx, ids)
      let bytes = 0
      for (const row of stale) {
        const theirs = row.their_profile_id === null ? DELETED : read.get(row.their_profile_id)
        // One that became stale in between waits for the next time.
        if (theirs !== undefined) bytes += await update(tx, row, theirs, book.revision + 1)
      }
      // No limit holds for what a profile adds: its next save would keep the owner from their book.
      return stale.length === 0 ? book : { ...book, revision: book.revision + 1, bytes: book.bytes + bytes }
    })
  }

  /** @returns how many bytes larger it is */
  async function update(tx: Queries, row: PersonRow, { profile, version }: Theirs, revision: number) {
    const now = clock()
    const details = readPerson(row.card)
    const isDeleted = row.their_profile_id === null
    if (details === null) return 0
    const before = row.their_details ?? firstDetails(row, details)
    const after = profile === null ? detailsOfGone(before, isDeleted) : detailsOf(profile)
    const card = changedPersonCard(row.card, followed(details, before, after), now)
    const { columns, keys } = derived(card, row.event)
    const theirs = {
      their_state: profile === null ? ("gone" as const) : ("live" as const),
      their_version: version,
      their_details: isDeleted ? null : after,
    }
    await updatePerson(tx, row, { ...columns, ...theirs, card, updated_at: now, revision }, keys)
    return sizeOf([{ card }]) - sizeOf([row])
  }

  function detailsOf(profile: PublicProfile): FollowedDetails {
    const url = config.PUBLIC_ORIGIN + profilePath(profile.username)
    const read = readPerson(vcard({ profile: contactFields(profile), url }))
    if (read === null) throw new Error("our own contact cannot be read")
    return followedOf(read)
  }
}

/** Of a contact that has not followed its profile yet: given by the person, it is the profile's; otherwise entries are the owner's. */
const firstDetails = ({ source }: PersonRow, details: PersonDetails): FollowedDetails => ({
  ...followedOf(details),
  ...(source !== "profile" && { entries: [] }),
})
