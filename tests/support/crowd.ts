// Many people at once, written straight into the database: confirmed accounts with their profiles.
import { randomUUID } from "node:crypto"
import { users } from "../../src/server/platform/db/auth-schema.ts"
import type { Database } from "../../src/server/platform/db/queries.ts"
import { profiles } from "../../src/server/platform/db/schema.ts"

const AT_ONCE = 500

/** @returns their usernames: "crowd-0", "crowd-1" … */
export async function crowd(db: Database, number: number, now: Date): Promise<string[]> {
  const usernames = Array.from({ length: number }, (_, at) => `crowd-${at}`)
  for (let start = 0; start < number; start += AT_ONCE) {
    const people = usernames.slice(start, start + AT_ONCE).map((username) => {
      const [id, email] = [randomUUID(), `${username}@example.com`]
      const dates = { created_at: now, updated_at: now }
      return {
        user: { id, email, email_confirmed_at: now, password_hash: "none", ...dates },
        profile: { id, owner_id: id, username, full_name: `Person ${username}`, signin_email: email, ...dates },
      }
    })
    await db.insert(users).values(people.map(({ user }) => user))
    await db.insert(profiles).values(people.map(({ profile }) => profile))
  }
  return usernames
}
