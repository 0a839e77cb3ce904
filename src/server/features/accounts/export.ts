// Your data as one zip: what the account keeps, and for each profile what it shows, its contact card, pictures, days and taps. Further
// profiles each have a folder with their username.

import { BUDGET } from "../../../domain/budgets.ts"
import { contactFileName } from "../../../domain/contact/vcard.ts"
import { EXPORTED_TAPS_MAX } from "../../../domain/limits.ts"
import { isUuid } from "../../../domain/paths.ts"
import { PICTURE_KINDS } from "../../../domain/profile/image.ts"
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import type { Clock } from "../../platform/clock.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Database } from "../../platform/db/queries.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Caller } from "../auth/caller.ts"
import { recordSecurityEvent } from "../auth/credentials/security-log.ts"
import { vcardPieces } from "../people/files.ts"
import type { People } from "../people/service.ts"
import type { Profiles } from "../profiles/service.ts"
import {
  findAccount,
  findActs,
  findCards,
  findDays,
  findPeopleSettings,
  findSecurityEvents,
  nextPeople,
  nextTaps,
  type TapPosition,
} from "./export-store.ts"
import { type ZipEntry, zipStream } from "./zip.ts"

interface Needs {
  clock: Clock
  database: OpenDatabase
  people: Pick<People, "catchUp">
  profiles: Pick<Profiles, "allOf" | "contactCard" | "ownPicture">
}

const PAGE = 1000
/** Few, because each contact may include a picture. */
const PEOPLE_AT_ONCE = 50

/** Also for a deactivated account: leaving does not mean leaving your data behind. @throws Refusal too_many_requests */
export async function exportOwnData(needs: Needs & { limits: Pick<RateLimits, "take"> }, caller: Caller) {
  await needs.limits.take(BUDGET.exportPerAccount, caller.user_id)
  await recordSecurityEvent(needs.database.db, caller, "data_exported", needs.clock())
  return dataOf(needs, caller.user_id)
}

/** Callers check who may have it. */
export async function dataOf(
  { clock, database, people, profiles }: Needs,
  user_id: string,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { db } = database
  await people.catchUp(user_id)
  const all = await profiles.allOf(user_id)
  const [first, further] = [all.find(({ id }) => id === user_id), all.filter(({ id }) => id !== user_id)]
  const ownIds = [user_id, ...further.map(({ id }) => id)]

  async function* entries(): AsyncGenerator<ZipEntry> {
    yield json("account.json", await findAccount(db, user_id))
    yield json("profile.json", first ?? null)
    if (first !== undefined) yield* shownOf(first, "")
    yield json("cards.json", await findCards(db, user_id))
    yield json("days.json", await findDays(db, user_id))
    const acts = await findActs(db, user_id, ownIds)
    yield json(
      "acts.json",
      acts.map((act) => withoutOthers(act, ownIds)),
    )
    yield json("security-log.json", await findSecurityEvents(db, user_id))
    yield { name: "taps.json", pieces: tapPieces(db, user_id) }
    yield json("people-settings.json", (await findPeopleSettings(db, user_id)) ?? null)
    yield { name: "people.vcf", pieces: cardPieces(db, user_id) }
    yield { name: "people.json", pieces: meetingPieces(db, user_id) }
    for (const profile of further) {
      const folder = `profiles/${profile.username}/`
      yield json(`${folder}profile.json`, profile)
      yield* shownOf(profile, folder)
      yield json(`${folder}days.json`, await findDays(db, profile.id))
      yield { name: `${folder}taps.json`, pieces: tapPieces(db, profile.id) }
    }
  }

  async function* shownOf(profile: OwnProfile, folder: string): AsyncGenerator<ZipEntry> {
    yield { name: folder + contactFileName(profile), pieces: [bytes(await profiles.contactCard(profile))] }
    for (const kind of PICTURE_KINDS) {
      const picture = await profiles.ownPicture(profile, kind)
      if (picture !== null) yield { name: folder + picture.name, pieces: [picture.file.bytes], isCompressed: true }
    }
  }

  return zipStream(entries(), clock())
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const json = (name: string, value: unknown): ZipEntry => ({
  name,
  pieces: [bytes(`${JSON.stringify(value, null, 2)}\n`)],
})

/** Other people appear without their identity: that is not this person's data. */
function withoutOthers(act: Awaited<ReturnType<typeof findActs>>[number], ownIds: string[]) {
  const { at, action, actor_id, subject_id, detail } = act
  const name = (id: string) => (ownIds.includes(id) ? "you" : isUuid(id) ? "someone else" : id)
  const named = Object.entries(detail).map(([key, value]) => [key, typeof value === "string" ? name(value) : value])
  return {
    at,
    action,
    by: actor_id === null ? "the system" : name(actor_id),
    subject: name(subject_id),
    detail: Object.fromEntries(named),
  }
}

/** The people that the account has met, as one file that address books import. */
async function* cardPieces(db: Database, ownerId: string): AsyncGenerator<Uint8Array> {
  for await (const card of vcardPieces(peopleOf(db, ownerId))) yield bytes(card)
}

/** How the account met them: what a contact does not hold. */
const meetingPieces = (db: Database, ownerId: string) =>
  arrayPieces(peopleOf(db, ownerId), ({ card: _, ...meeting }) => meeting)

async function* peopleOf(db: Database, ownerId: string) {
  for (let after = ""; ; ) {
    const rows = await nextPeople(db, ownerId, after, PEOPLE_AT_ONCE)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** A JSON array that is written while it is read. */
async function* arrayPieces<Row>(rows: AsyncIterable<Row>, shown: (row: Row) => unknown): AsyncGenerator<Uint8Array> {
  let opening = "["
  for await (const row of rows) {
    yield bytes(`${opening}\n  ${JSON.stringify(shown(row))}`)
    opening = ","
  }
  yield bytes(opening === "[" ? "[]\n" : "\n]\n")
}

/** A JSON array that is written while it is read, newest first. */
async function* tapPieces(db: Database, profileId: string): AsyncGenerator<Uint8Array> {
  let position: TapPosition = { at: "infinity", id: 0 }
  let opening = "["
  for (let count = 0; count < EXPORTED_TAPS_MAX; count += PAGE) {
    const rows = await nextTaps(db, profileId, position, PAGE)
    const lines = rows.map(({ tap }) => `\n  ${JSON.stringify(tap)}`)
    if (lines.length > 0) {
      yield bytes(opening + lines.join(","))
      opening = ","
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) break
    position = last.position
  }
  yield bytes(opening === "[" ? "[]\n" : "\n]\n")
}
