// What visitors leave for the owner of a page. Anyone may, so every step has a budget; no email goes out but one that asks for a click, at
// most once a week to an address, and it holds nothing that the sender typed.
import { randomUUID } from "node:crypto"
import { BUDGET } from "../../../domain/budgets.ts"
import { vcard } from "../../../domain/contact/vcard.ts"
import { Refusal } from "../../../domain/errors.ts"
import { placeText } from "../../../domain/insights/place-names.ts"
import { profilePath } from "../../../domain/paths.ts"
import {
  agreedDays,
  CONSENT_VERSION,
  checkedGiven,
  consentTo,
  type Exchange,
  type ExchangeForm,
  type GivenDetails,
  type GivenPerson,
  personOf,
} from "../../../domain/people/given.ts"
import {
  GIVEN_AGAIN_DAYS,
  GIVER_LINK_DAYS,
  GIVER_PEOPLE_SHOWN,
  PERSON_SHOWN_MAX,
} from "../../../domain/people/people-limits.ts"
import { GIVEN } from "../../../domain/people/people-messages.ts"
import { readPerson } from "../../../domain/people/person-card.ts"
import { followedOf } from "../../../domain/people/person-following.ts"
import { accentOf } from "../../../domain/profile/accent.ts"
import { contactFields } from "../../../domain/profile/contact-fields.ts"
import { addDays } from "../../../domain/time.ts"
import type { Config } from "../../platform/config/config.ts"
import { databaseError } from "../../platform/db/database-errors.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { errorText, type Log } from "../../platform/log.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import type { Places, RequestOrigin } from "../../platform/places/places.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import { sha256 } from "../auth/session/tokens.ts"
import type { RecentTaps } from "../cards/recent-taps.ts"
import type { Profiles } from "../profiles/service.ts"
import type { ProofOfWork, ProofSender } from "../proof-of-work/service.ts"
import type { Meeting } from "./book.ts"
import {
  deleteUnusedGivers,
  findByProfile,
  findExpired,
  findGiven,
  findGiver,
  findLastTold,
  findOwnCard,
  findSameGiven,
  findTaker,
  giverOf,
} from "./given-store.ts"
import { createGiverConfirmation } from "./giver-confirmation.ts"
import type { PeopleNotices } from "./notices.ts"
import type { People } from "./service.ts"
import { shownGiven, shownOwner } from "./shown-given.ts"

interface Needs {
  config: Pick<Config, "EMAILS_PER_HOUR" | "PUBLIC_ORIGIN" | "SITE_NAME">
  database: Pick<OpenDatabase, "db">
  limits: Pick<RateLimits, "take" | "takeAll" | "takeForIp" | "waitS">
  log: Log
  mail: Pick<Mail, "enqueue">
  notices: PeopleNotices
  places: Places
  people: Pick<People, "add" | "correct" | "takeBack">
  profiles: Pick<Profiles, "read" | "oneOf" | "own">
  proofOfWork: Pick<ProofOfWork, "require">
  recentTaps: Pick<RecentTaps, "find">
}

interface Sent {
  fields: GivenDetails
  /** how long the form said that they are kept */
  keptDays: number
  /** the field that people do not see was filled in */
  isBot: boolean
}

export type Sender = ProofSender & RequestOrigin

/** People deleted in one transaction. */
const EXPIRED_AT_ONCE = 500

export type Given = ReturnType<typeof createGiven>

export function createGiven(needs: Needs) {
  const { config, database, limits, log, notices, people, places, profiles, proofOfWork, recentTaps } = needs
  const { db } = database
  const { ask, ...confirmation } = createGiverConfirmation(needs)

  /** @throws Refusal not_found: no such profile, not shown, or it takes no details */
  async function taker(username: string, now: Date) {
    const profile = await profiles.read(username, now)
    const found = profile?.takes_details === true ? await findTaker(db, profile.id) : undefined
    if (profile === null || found === undefined) throw new Refusal("not_found", { message: GIVEN.unavailable })
    const { retention_days, event } = await notices.settings(found.owner_id, now)
    const owner = { ...shownOwner(profile), accent: accentOf(profile) }
    return { profile, owner, owner_id: found.owner_id, retention_days, event }
  }

  const formOf = ({ owner, retention_days }: Taker): ExchangeForm => ({
    state: "form",
    owner,
    consent: consentTo(owner.name, retention_days, places.isOn),
    kept_days: retention_days,
    values: EMPTY,
    errors: {},
  })

  type Taker = Awaited<ReturnType<typeof taker>>

  async function meeting(open: Taker, origin: RequestOrigin, now: Date): Promise<Omit<Meeting, "source">> {
    const { profile, owner_id, retention_days, event } = open
    const card_id = recentTaps.find(profile.id, origin, now)
    return {
      met_at: now,
      event,
      tapped_card_id: card_id === null ? null : await findOwnCard(db, owner_id, card_id),
      place: placeText(await places.of(origin))
        .slice(0, PERSON_SHOWN_MAX)
        .toWellFormed(),
      profile_id: profile.id,
      consent_version: places.isOn ? CONSENT_VERSION.withPlace : CONSENT_VERSION.plain,
      kept_until: retention_days === 0 ? null : addDays(now, retention_days),
    }
  }

  return {
    /** What the form says; null when there is none. */
    async form(username: string, now: Date): Promise<ExchangeForm | null> {
      try {
        return formOf(await taker(username, now))
      } catch (error) {
        if (error instanceof Refusal && error.code === "not_found") return null
        throw error
      }
    },

    /**
     * Stores what a visitor typed. Sent again, by a reload or because the answer was lost, it is stored once.
     * @returns what the page shows then: thanks, or the form with what is wrong
     * @throws Refusal not_found, too_many_requests, proof_of_work_required, people_full
     */
    async give(username: string, { fields, keptDays, isBot }: Sent, sender: Sender, now: Date): Promise<Exchange> {
      await limits.takeForIp(BUDGET.givenPerIp, sender.ip)
      const open = await taker(username, now)
      // A flood gets its answer from memory, before a page is drawn for it.
      const retryAfterS = limits.waitS(BUDGET.givenPerProfile, open.profile.id)
      if (retryAfterS > 0) throw enough(retryAfterS)
      const thanks: Exchange = { state: "thanks", owner: open.owner, hasEmail: fields.email !== "" }
      // It believes that it was stored.
      if (isBot) return thanks
      const { given, errors } = checkedGiven(fields)
      if (given === null) return { ...formOf(open), values: fields, errors }
      await proofOfWork.require("exchange", sender)
      await takeForProfile(open.profile.id)
      const giver = given.email === "" ? null : await giverOf(db, given.email, randomUUID(), now)
      const agreed = { ...open, retention_days: agreedDays(open.retention_days, keptDays) }
      const met = await meeting(agreed, sender, now)
      const added = { ...met, source: "given", given, giver_id: giver?.id ?? null } as const
      const same = { profile_id: open.profile.id, given }
      const isThere = async (tx: Queries) =>
        (await findSameGiven(tx, open.owner_id, same, addDays(now, -GIVEN_AGAIN_DAYS))) !== undefined
      const details = personOf(given)
      const ids = await people.add(open.owner_id, [{ details, meeting: added }], now, arrival(open, isThere))
      if (giver !== null) await ask(giver.id, given.email, now)
      if (ids.length === 0) return thanks
      await notices.tell(open.owner_id, now)
      log.info("person.given", { user: open.owner_id })
      return thanks
    },

    /**
     * Leaves one of the caller's profiles; again, it changes nothing.
     * @throws Refusal not_found, too_many_requests, people_full
     */
    async giveProfile(
      username: string,
      caller: { user_id: string },
      profileId: string,
      origin: RequestOrigin,
      now: Date,
    ): Promise<void> {
      const open = await taker(username, now)
      await profiles.oneOf(caller.user_id, profileId)
      const profile = await profiles.read(profileId, now)
      if (profile === null || open.owner_id === caller.user_id) throw new Refusal("not_found")
      const isThere = async (queries: Queries) => (await findByProfile(queries, open.owner_id, profileId)) !== undefined
      if (await isThere(db)) return
      await limits.take(BUDGET.givenPerAccount, caller.user_id)
      const url = config.PUBLIC_ORIGIN + profilePath(profile.username)
      const details = readPerson(vcard({ profile: contactFields(profile), url }))
      if (details === null) throw new Error("our own contact cannot be read")
      // Their bio and texts would neither follow the profile nor go with it: the note is the owner's.
      details.note = ""
      // From the beginning: a profile that is deleted before the owner looks takes them along.
      const theirs = { their_profile_id: profileId, their_details: followedOf(details) }
      const added = { ...(await meeting(open, origin, now)), source: "profile", ...theirs } as const
      // Pressed twice at once, it is still one.
      const ids = await people.add(open.owner_id, [{ details, meeting: added }], now, arrival(open, isThere))
      if (ids.length === 0) return
      await notices.tell(open.owner_id, now)
      log.info("person.given", { user: open.owner_id, by: caller.user_id })
    },

    ...confirmation,

    /** What was given with the confirmed address of this token, newest first. @throws Refusal not_found */
    async givenWith(token: string, now: Date): Promise<{ people: GivenPerson[]; hasMore: boolean }> {
      const rows = await findGiven(db, (await giverWith(token)).id, GIVER_PEOPLE_SHOWN + 1)
      return { people: shownGiven(rows.slice(0, GIVER_PEOPLE_SHOWN), now), hasMore: rows.length > GIVER_PEOPLE_SHOWN }
    },

    /** @returns what is wrong with each field; empty when it was stored @throws Refusal not_found */
    async correct(token: string, id: string, typed: GivenDetails, now: Date): Promise<Partial<GivenDetails>> {
      const { owner_id, given } = await oneGiven((await giverWith(token)).id, id)
      // The address is what proves whose details these are.
      const { given: after, errors } = checkedGiven({ ...typed, email: given.email })
      if (after === null) return errors
      try {
        await people.correct(owner_id, id, after, now)
      } catch (error) {
        if (!(error instanceof Refusal) || (error.code !== "person_too_large" && error.code !== "people_full"))
          throw error
        // The giver must not learn what else the owner keeps: a picture, or a full address book.
        return { message: GIVEN.noRoom }
      }
      log.info("person.corrected", { user: owner_id })
      return {}
    },

    /** @throws Refusal not_found */
    async remove(token: string, id: string, now: Date): Promise<void> {
      const { owner_id } = await oneGiven((await giverWith(token)).id, id)
      await people.takeBack(owner_id, [id], now)
      log.info("person.taken_back", { user: owner_id })
    },

    /** Deletes what was kept long enough, until `signal` aborts. One book that fails is logged, and does not keep the others. */
    async sweep(now: Date, signal?: AbortSignal): Promise<void> {
      let after: string | null = null
      while (!signal?.aborted) {
        const { owner_id, ids } = await findExpired(db, now, after, EXPIRED_AT_ONCE)
        if (ids.length === 0) break
        try {
          // None deleted: another process is at it. The next sweep sees to what is left.
          if ((await people.takeBack(owner_id, ids, now)) === 0) break
        } catch (error) {
          if (databaseError(error) !== null) throw error
          log.error("people.expiry_failed", { user: owner_id, error: errorText(error) })
          after = owner_id
        }
      }
      await deleteUnusedGivers(db, addDays(now, -GIVER_LINK_DAYS))
    },
  }

  /** Who waited for the book comes after what the owner has been told or has seen, else the owner would never hear of them. */
  function arrival({ owner_id }: Taker, isThere: (tx: Queries) => Promise<boolean>) {
    return async (tx: Queries): Promise<Date | null> =>
      (await isThere(tx)) ? null : new Date(((await findLastTold(tx, owner_id))?.getTime() ?? 0) + 1)
  }

  async function takeForProfile(id: string): Promise<void> {
    try {
      await limits.take(BUDGET.givenPerProfile, id)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "too_many_requests") throw error
      throw enough(error.retryAfterS ?? 1)
    }
  }

  async function giverWith(token: string): Promise<{ id: string }> {
    const giver = await findGiver(db, sha256(token))
    if (giver === undefined) throw new Refusal("not_found")
    return giver
  }

  async function oneGiven(giverId: string, id: string) {
    const row = (await findGiven(db, giverId, GIVER_PEOPLE_SHOWN)).find((each) => each.id === id)
    if (row?.given == null) throw new Refusal("not_found")
    return { owner_id: row.owner_id, given: row.given }
  }
}

const EMPTY: GivenDetails = { name: "", phone: "", email: "", company: "", message: "" }

const enough = (retryAfterS: number) => new Refusal("too_many_requests", { message: GIVEN.enough, retryAfterS })
