// The running program with so many people and cards in its database, and an administrator to ask it as.

import { createHash } from "node:crypto"
import type pg from "pg"
import { compose } from "../../src/server/compose.ts"
import { createConfirmedAccount } from "../../src/server/features/auth/sign-up/confirmed-account.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { createLog } from "../../src/server/platform/log.ts"
import { AS_STARTED, PROGRAM, startOnCore } from "./processes.ts"

export interface Size {
  profiles: number
  cards: number
}
export const FEW: Size = { profiles: 1_000, cards: 200 }
export const MANY: Size = { profiles: 100_000, cards: 20_000 }
export const MILLION: Size = { profiles: 1_000_000, cards: 200_000 }

/** As the tables name a size. */
export const profilesOf = ({ size }: Filled): string =>
  `${size.profiles.toLocaleString("en").replaceAll(",", " ")} profiles`
export const ratioOf = (many: Filled, few: Filled): string =>
  `${profilesOf(many).replace(" profiles", "")} ÷ ${profilesOf(few)}`

const ADMIN = { email: "chief@bench.test", username: "chief", full_name: "Chief", password: "a calm long passphrase" }
const SECRET = "bench".repeat(8)

const md5 = (text: string) => createHash("md5").update(text).digest("hex")
/** Of the n-th card, as `fill` makes it: the even ones lead to the person of the same number. */
export const cardId = (n: number): string => (md5(`a${n}`) + md5(`b${n}`)).slice(0, 26)

export interface Filled {
  origin: string
  pid: number
  size: Size
  /** of an administrator with a profile */
  token: string
  email: string
  password: string
}

/** Without the indexes of the searches, which are rebuilt afterward: row by row they would take minutes. */
async function fill(pool: pg.Pool, { profiles, cards }: Size): Promise<void> {
  const { rows } = await pool.query("select indexname, indexdef from pg_indexes where indexdef like '%gin_trgm_ops%'")
  for (const { indexname } of rows) await pool.query(`drop index ${indexname}`)
  await pool.query(
    `insert into users (id, email, password_hash, created_at, updated_at, email_confirmed_at)
      select gen_random_uuid(), 'person_' || n || '@example.com', '', now() - n * interval '5 minutes', now(), now()
      from generate_series(1, $1::int) n`,
    [profiles],
  )
  await pool.query(
    `insert into profiles (id, owner_id, username, full_name, signin_email, created_at, updated_at, deleted_at, deletion_scheduled_at)
      select id, id, split_part(email, '@', 1), initcap(translate(left(md5(email), 14), '0123456789qz', 'ghijklmnopaa ')), email,
        created_at, now(), d.at, d.at + interval '30 days'
      from users, lateral (select case when email like '%7_@%' then now() end as at) d where email like 'person%'`,
  )
  await pool.query("update profiles set full_name = 'Needle in the haystack' where username = 'person_600'")
  await pool.query("insert into user_roles select id, 'user' from users where email like 'person%'")
  await pool.query(
    `insert into card_urls (id, card_id, created_at, user_id, activation_status, activated_at)
      select gen_random_uuid(), left(md5('a' || n) || md5('b' || n), 26), now() - n * interval '1 minute', p.id,
        case when p.id is null then 'pending' else 'activated' end, case when p.id is not null then now() end
      from generate_series(1, $1::int) n left join profiles p on n % 2 = 0 and p.username = 'person_' || n`,
    [cards],
  )
  // One card of the person whom one search is about.
  await pool.query(
    `update card_urls set user_id = (select id from profiles where username = 'person_600'), activation_status = 'activated',
      activated_at = now() where card_id = $1`,
    [cardId(1)],
  )
  for (const { indexdef } of rows) await pool.query(indexdef)
  await pool.query("vacuum (analyze)")
}

/** @param more fills in what else there is to be; it gets the administrator's id */
export async function startFilled(
  env: Record<string, string>,
  size: Size,
  more?: (pool: pg.Pool, adminId: string) => Promise<void>,
): Promise<Filled> {
  const config = readConfig({ ...env, SECRET })
  const log = createLog(() => undefined)
  const database = await openDatabase(config, log)
  await migrate(database)
  await fill(database.pool, size)
  const services = compose({ config, database, clock: () => new Date(), log })
  await createConfirmedAccount(services.auth, { ...ADMIN, roles: ["user", "admin"] })
  const { rows } = await database.pool.query("select id from users where email = $1", [ADMIN.email])
  await more?.(database.pool, rows[0].id)
  await database.close()
  const { found: origin, child } = await startOnCore(
    PROGRAM,
    // Who asks is named by the asker: the limits per address are not what is measured.
    {
      ...env,
      ...AS_STARTED,
      SECRET,
      PORT: "0",
      HOST: "127.0.0.1",
      NODE_ENV: "production",
      TRUSTED_PROXIES: "127.0.0.1",
    },
    (output) => /"address":"(http:[^"]+)"/.exec(output)?.[1],
  )
  const { email, password } = ADMIN
  const signedIn = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  return { origin, pid: child.pid ?? 0, size, token: access_token, email, password }
}
