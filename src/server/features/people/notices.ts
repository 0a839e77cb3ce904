// What owners chose about the people they meet, and how they learn of new ones: a count in the menu, and an email that holds at most a name.

import type { Notices } from "../../../domain/people/given-options.ts"
import { NEWS_COUNTED_MAX } from "../../../domain/people/people-limits.ts"
import { addDays } from "../../../domain/time.ts"
import type { Config } from "../../platform/config/config.ts"
import { databaseError, withRetry } from "../../platform/db/database-errors.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { errorText, type Log } from "../../platform/log.ts"
import type { EmailContent } from "../../platform/mail/email-template.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import {
  createNewsCount,
  findOwnersToTell,
  findOwnerToTell,
  findSettings,
  latest,
  markNoticed,
  readNews,
  saveSettings,
  shortenRetention,
  usernamesOf,
} from "./given-store.ts"
import { lockBook } from "./store.ts"

interface Needs {
  config: Pick<Config, "PUBLIC_ORIGIN" | "SITE_NAME">
  database: Pick<OpenDatabase, "changes" | "db">
  log: Log
  mail: Pick<Mail, "enqueue">
}

export interface PeopleSettings {
  retention_days: number
  /** where the owner is today; empty: not said, or over */
  event: string
  event_until: Date | null
  notices: Notices
}

const OWNERS_AT_ONCE = 200

type Told = Awaited<ReturnType<typeof findOwnersToTell>>[number]

export type PeopleNotices = ReturnType<typeof createPeopleNotices>

export function createPeopleNotices({ config, database: { changes, db }, log, mail }: Needs) {
  async function settings(ownerId: string, now: Date): Promise<PeopleSettings> {
    const found = await findSettings(db, ownerId)
    const { retention_days = 0, notices = "daily" } = found ?? {}
    const isOn = found?.event_until != null && found.event_until > now
    return {
      retention_days,
      notices,
      event: isOn ? found.event : "",
      event_until: isOn ? found.event_until : null,
    }
  }

  /**
   * Nothing when another email was sent meanwhile, which told the same: several processes sweep at the same time, and several people come.
   * People who are added meanwhile wait for the book, and come after this email.
   */
  function send(owner: Told, now: Date): Promise<void> {
    // Written although the answer was lost, it is not written again: the owner counts as told.
    return withRetry(() => writeEmail(owner, now))
  }

  function writeEmail(owner: Told, now: Date): Promise<void> {
    return db.transaction(async (tx) => {
      await lockBook(tx, owner.owner_id)
      const news = await readNews(tx, owner.owner_id, latest(owner.seen_at, owner.noticed_at), NEWS_COUNTED_MAX)
      const [newest] = news
      if (newest === undefined || !(await markNoticed(tx, owner, latest(newest.met_at, now) ?? now))) return
      const names = news.map(({ full_name }) => full_name)
      await mail.enqueue(tx, owner.email, newsEmail(config, names), now)
    })
  }

  const logFailure = (user: string, error: unknown): void =>
    log.error("people.notice_failed", { user, error: errorText(error) })

  return {
    settings,

    /** @param chosen what is undefined stays as it is */
    async save(ownerId: string, chosen: Partial<PeopleSettings>): Promise<void> {
      if (Object.values(chosen).every((value) => value === undefined)) return
      const { retention_days = 0 } = chosen
      await db.transaction(async (tx) => {
        await saveSettings(tx, ownerId, chosen)
        if (retention_days > 0) await shortenRetention(tx, ownerId, retention_days)
        // The form of each profile says how long.
        await changes.announce(tx, "profile", await usernamesOf(tx, ownerId))
      })
    },

    /** How many people left their details since the owner looked last, at most NEWS_COUNTED_MAX. */
    countNew: createNewsCount(db, NEWS_COUNTED_MAX),

    seen: async (ownerId: string, now: Date): Promise<void> => void (await saveSettings(db, ownerId, { seen_at: now })),

    /** At once, for owners who chose that. Never rejects: what the visitor left is stored, and the next sweep tells the owner. */
    async tell(ownerId: string, now: Date): Promise<void> {
      try {
        const owner = await findOwnerToTell(db, ownerId)
        if (owner !== undefined) await send(owner, now)
      } catch (error) {
        logFailure(ownerId, error)
      }
    },

    /**
     * To everyone else once a day, if there is something new, until `signal` aborts; and to those who could not be told at once. An owner
     * for whom it fails is logged, and does not keep the others from it.
     */
    async sweep(now: Date, signal?: AbortSignal): Promise<void> {
      for (let after: string | null = null; ; ) {
        const owners: Told[] = await findOwnersToTell(db, addDays(now, -1), after, OWNERS_AT_ONCE)
        for (const owner of owners) {
          if (signal?.aborted) return
          await send(owner, now).catch((error) => {
            // Without a database, the others cannot be told either.
            if (databaseError(error) !== null) throw error
            logFailure(owner.owner_id, error)
          })
        }
        after = owners.at(-1)?.owner_id ?? null
        if (owners.length < OWNERS_AT_ONCE) return
      }
    },
  }
}

/** A name with an address or a phone number in it is an advertisement. */
const MAY_LEAD_AWAY = /[:/@]|[.\u3002]\S|\d{3}/

function newsEmail({ PUBLIC_ORIGIN }: Needs["config"], names: string[]): EmailContent {
  const [newest = ""] = names
  const name = newest === "" || MAY_LEAD_AWAY.test(newest.normalize("NFKC")) ? "Someone" : newest
  const more = names.length - 1
  const others = more === 0 ? "" : ` and ${more} ${more === 1 ? "other" : "others"}`
  const news = `${name}${others} left their details for you`
  return {
    subject: news,
    heading: news,
    paragraphs: ["You'll find their details in People."],
    action: { label: "Open People", url: `${PUBLIC_ORIGIN}/people` },
    notes: ["To change how often you get these emails, open your settings."],
  }
}
