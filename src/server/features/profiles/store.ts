// Profiles in the database. Columns are named one by one: a new column stays private until it is added here.
import { isDeepStrictEqual } from "node:util"
import { and, desc, eq, inArray, isNotNull, isNull, placeholder, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { isUuid } from "../../../domain/paths.ts"
import type { ProfilePayload } from "../../../domain/profile/profile-form.ts"
import { users } from "../../platform/db/auth-schema.ts"
import type { Changes } from "../../platform/db/changes.ts"
import { isReferenceGone, withRetry } from "../../platform/db/database-errors.ts"
import { prepared } from "../../platform/db/prepared.ts"
import type { Database, Queries } from "../../platform/db/queries.ts"
import { noReplicas, type Replicas } from "../../platform/db/replicas.ts"
import { profiles } from "../../platform/db/schema.ts"

const LIFECYCLE = {
  deleted_at: profiles.deleted_at,
  deletion_scheduled_at: profiles.deletion_scheduled_at,
  hidden_at: profiles.hidden_at,
}

const PICTURES = { profile_picture: profiles.profile_picture, banner_picture: profiles.banner_picture }

/** What owners change: all of it is public, and none of it is ever null. */
const CHANGEABLE = {
  ...PICTURES,
  full_name: profiles.full_name,
  job_title: profiles.job_title,
  business_name: profiles.business_name,
  business_phone: profiles.business_phone,
  email: profiles.email,
  address: profiles.address,
  bio: profiles.bio,
  accent: profiles.accent,
  look: profiles.look,
  social_media: profiles.social_media,
  profile_items: profiles.profile_items,
  field_visibility: profiles.field_visibility,
  is_indexed: profiles.is_indexed,
  takes_details: profiles.takes_details,
} satisfies Record<keyof ChangedFields, PgColumn>

const PUBLIC = {
  ...LIFECYCLE,
  ...CHANGEABLE,
  id: profiles.id,
  username: profiles.username,
  updated_at: profiles.updated_at,
}

const OWN = {
  ...PUBLIC,
  owner_id: profiles.owner_id,
  version: profiles.version,
  signin_email: profiles.signin_email,
  created_at: profiles.created_at,
}

export interface ProfileKey {
  user_id: string
  /** one of this user's profiles; default: the first */
  profile_id?: string
}

/** Whose profile it is, and the account's values that the first save copies. */
export interface ProfileOwner extends ProfileKey {
  email: string
  full_name: string
}

export const profileIdOf = ({ user_id, profile_id = user_id }: ProfileKey): string => profile_id

export type ChangedFields = Partial<ProfilePayload> & { profile_picture?: string; banner_picture?: string }

// A profile is public only after its owner's email address is confirmed: anyone can type another person's name.
const withConfirmedOwner = (db: Queries, match: SQL) =>
  db
    .select({ ...PUBLIC, revision: sql<string>`${profiles}.xmin::text` })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.owner_id))
    .where(and(match, isNotNull(users.email_confirmed_at)))
const byId = prepared("profile_by_id", (db) => withConfirmedOwner(db, eq(profiles.id, placeholder("id"))))
const byUsername = prepared("profile_by_username", (db) =>
  withConfirmedOwner(db, eq(sql`lower(${profiles.username})`, placeholder("username"))),
)
const picturesById = prepared("pictures_by_id", (db) =>
  db
    .select({ ...PICTURES, ...LIFECYCLE, username: profiles.username })
    .from(profiles)
    .where(eq(profiles.id, placeholder("id"))),
)

type Changeable = keyof ChangedFields

const eachChangeable = <Value>(make: (name: Changeable, column: PgColumn) => Value) =>
  Object.fromEntries(
    Object.entries(CHANGEABLE).map(([name, column]) => [name, make(name as Changeable, column)]),
  ) as Record<Changeable, Value>

const profileUpdate = prepared("profile_saving", (db) => {
  const isVersion = sql`coalesce(${profiles.version} = ${placeholder("version")}, true)`
  return db
    .update(profiles)
    .set({
      ...eachChangeable((name, column) => sql`coalesce(${placeholder(name)}, ${column})`),
      updated_at: sql`${placeholder("now")}`,
      version: sql`${profiles.version} + ${placeholder("version_step")}`,
    })
    .where(
      and(
        eq(profiles.id, placeholder("id")),
        eq(profiles.owner_id, placeholder("owner_id")),
        isNull(profiles.deleted_at),
        isVersion,
      ),
    )
    .returning(OWN)
})

/** A null leaves its column unchanged. */
function valuesOfSave(owner: ProfileKey, changed: ChangedFields, now: Date, version?: number) {
  const isForm = !("profile_picture" in changed || "banner_picture" in changed)
  return {
    ...eachChangeable((name, column) => (changed[name] === undefined ? null : column.mapToDriverValue(changed[name]))),
    id: profileIdOf(owner),
    owner_id: owner.user_id,
    now,
    version: version ?? null,
    version_step: isForm ? 1 : 0,
  }
}

interface Needs {
  db: Database
  changes: Pick<Changes, "announce" | "publish">
  replicas?: Pick<Replicas, "find">
}

export function createProfileStore({ db, changes, replicas = noReplicas }: Needs) {
  const ofOwner = db
    .select(OWN)
    .from(profiles)
    .where(eq(profiles.owner_id, sql.placeholder("ownerId")))
    .orderBy(desc(sql`${profiles.id} = ${profiles.owner_id}`), profiles.created_at, profiles.id)
    .prepare("profiles_of_owner")

  const publicBy = (at: Queries, key: string) =>
    isUuid(key) ? byId(at, { id: key }) : byUsername(at, { username: key.toLowerCase() })

  /** Asks a replica that is up to date. If the row is not there, it may be new: then asks the primary. */
  async function forVisitor<Row extends { username: string }>(
    find: (db: Queries) => Promise<Row[]>,
  ): Promise<Row | undefined> {
    const [row] = (await replicas.find(find)) ?? []
    return row ?? (await find(db))[0]
  }

  /** Told to all processes as a part of what is committed: this one may end before it knows of the commit. */
  const announced = <Row extends { username: string }>(write: (tx: Queries) => Promise<Row[]>) =>
    withRetry(() =>
      db.transaction(async (tx) => {
        const [row] = await write(tx)
        if (row !== undefined) await changes.announce(tx, "profile", [row.username])
        return row
      }),
    )

  return {
    /** @param key id or username */
    public: async (key: string) => (await publicBy(db, key))[0],
    /** The same, up to LEASE_MS old, and never older than a change that this process has heard of. */
    publicForVisitor: (key: string) => forVisitor((at) => publicBy(at, key)),
    byIds: async (ids: string[]) => db.select(PUBLIC).from(profiles).where(inArray(profiles.id, ids)),
    ownById: async (id: string) => (await db.select(OWN).from(profiles).where(eq(profiles.id, id)))[0],

    /** The first one first, the others in the order in which they were created. */
    ofOwner: async (ownerId: string) => ofOwner.execute({ ownerId }),

    /** The pictures' addresses, with what decides whether they are shown. */
    picturesOf: async (id: string) => (await picturesById(db, { id }))[0],
    picturesForVisitor: (id: string) => forVisitor((at) => picturesById(at, { id })),

    /**
     * Updates the given fields, or creates the first profile; the username of a new one is the user's id. Safe to repeat.
     * @returns undefined when the profile was deactivated or deleted in the meantime, has another version, or another owner
     * @param version the one that the change started from, if that matters
     */
    async save(owner: ProfileOwner, changed: ChangedFields, now: Date, version?: number) {
      const values = valuesOfSave(owner, changed, now, version)
      let tries = 0
      const update = () =>
        announced((tx) => {
          tries++
          return profileUpdate(tx, values)
        })
      const updated = await update()
      if (updated !== undefined) return updated
      const before = tries > 1 ? await savedBefore(db, owner, changed, version) : undefined
      // Its message is on the way, and the owner looks now.
      if (before !== undefined) await changes.publish("profile", before.username)
      if (before !== undefined || profileIdOf(owner) !== owner.user_id) return before
      // If two requests create it at once, the second updates what the first inserted.
      return (await insertFirst(announced, owner, changed, now)) ?? update()
    },
  }
}

/** What an earlier attempt saved before its connection was lost: the next version, with exactly these values. */
async function savedBefore(db: Queries, owner: ProfileKey, changed: ChangedFields, version: number | undefined) {
  if (version === undefined) return undefined
  const next = and(eq(profiles.id, profileIdOf(owner)), eq(profiles.version, version + 1), isNull(profiles.deleted_at))
  const [stored] = await withRetry(() => db.select(OWN).from(profiles).where(next))
  const isThis = Object.entries(changed).every(([name, value]) =>
    isDeepStrictEqual(stored?.[name as keyof ChangedFields], value),
  )
  return stored?.owner_id === owner.user_id && isThis ? stored : undefined
}

type Announced = (write: (tx: Queries) => Promise<OwnRow[]>) => Promise<OwnRow | undefined>

/** @returns undefined when the profile already exists, and when the user is gone */
async function insertFirst(announced: Announced, owner: ProfileOwner, changed: ChangedFields, now: Date) {
  const { user_id, full_name, email: signin_email } = owner
  const own = { id: user_id, owner_id: user_id, username: user_id, full_name, signin_email, takes_details: true }
  const values = { ...own, ...changed, created_at: now, updated_at: now }
  try {
    return await announced((tx) =>
      tx.insert(profiles).values(values).onConflictDoNothing({ target: profiles.id }).returning(OWN),
    )
  } catch (error) {
    if (isReferenceGone(error)) return undefined
    throw error
  }
}

export type ProfileStore = ReturnType<typeof createProfileStore>
export type PublicRow = Awaited<ReturnType<ProfileStore["byIds"]>>[number]
export type OwnRow = NonNullable<Awaited<ReturnType<ProfileStore["ownById"]>>>
