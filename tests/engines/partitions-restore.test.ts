// Taps and counted days in archives: of the version before there were partitions, of a half-done upgrade, and of today.
import { randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { addDays, dayOf } from "../../src/domain/time.ts"
import { backUp } from "../../src/server/operations/backup/back-up.ts"
import { restore } from "../../src/server/operations/backup/restore.ts"
import { JOURNAL, migrate } from "../../src/server/platform/db/migrate.ts"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { PARTITIONED_SINCE } from "../../src/server/platform/db/partitions.ts"
import { instanceOn } from "../support/full-instance.ts"
import { ENGINES, silent } from "./engines.ts"

/** of no user's password */
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$jXHUeMwJcPDFrO373VHCKg$TDkp2KNb0bdAHeSPrab1pZv1HYw/TLGfWAQeTupqjAU"
const NOW = new Date()
const HALF_A_YEAR_AGO = addDays(NOW, -180)
const YEARS_AGO = addDays(NOW, -4_000)
const YEARS_AHEAD = addDays(NOW, 4_000)
const MOMENTS = [YEARS_AGO, HALF_A_YEAR_AGO, NOW, YEARS_AHEAD]

const monthOf = (moment: Date) => dayOf(moment).slice(0, 7).replace("-", "_")
const next = new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + 1))
const first = `before_${monthOf(next)}`
const OLDER_ONES = [first, first, first, "other"]

describe.each(ENGINES)("an archive restored on the $name engine", (engine) => {
  let folder = ""
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "meishi-partitions-"))
    await engine.start()
  })
  afterAll(async () => {
    await engine.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test.each([
    ["the version without partitions", PARTITIONED_SINCE - 3, OLDER_ONES],
    ["an upgrade that has stopped half-way", PARTITIONED_SINCE - 1, OLDER_ONES],
    ["this version", JOURNAL.length, ["other", monthOf(HALF_A_YEAR_AGO), monthOf(NOW), "other"]],
  ])("of %s has every tap and every day, in the partition of its time", async (_, upTo, places) => {
    const id = randomUUID()
    const earlier = await openDatabase(await engine.place(), silent)
    await migrate(earlier, { upTo })
    await earlier.pool.query(
      "insert into users (id, email, email_confirmed_at, password_hash, created_at, updated_at) values ($1, 'o@example.com', now(), $2, now(), now())",
      [id, PASSWORD_HASH],
    )
    await earlier.pool.query(
      "insert into profiles (id, owner_id, username, created_at, updated_at) values ($1, $1, 'owner', now(), now())",
      [id],
    )
    for (const at of MOMENTS) {
      await earlier.pool.query("insert into card_taps (profile_id, tapped_at) values ($1, $2)", [id, at])
      await earlier.pool.query("insert into profile_days values ($1, $2, 3, 2)", [id, dayOf(at)])
    }
    const old = instanceOn(earlier, join(folder, randomUUID()))
    const path = join(folder, `${randomUUID()}.tar.gz`)
    await pipeline(backUp({ ...old.services, version: "test" }, NOW), createWriteStream(path))
    const copy = instanceOn(await engine.open(), join(folder, randomUUID()))
    await restore(path, copy.services)

    const { pool } = copy.services.database
    const placed = async (table: string, column: string) =>
      (await pool.query(`select tableoid::regclass::text as place from ${table} order by ${column}`)).rows
    expect(await placed("card_taps", "tapped_at")).toEqual(places.map((name) => ({ place: `card_taps_${name}` })))
    expect(await placed("profile_days", "day")).toEqual(places.map((name) => ({ place: `profile_days_${name}` })))
    const { rows } = await pool.query("insert into card_taps (tapped_at) values (now()) returning id::int")
    expect(rows).toEqual([{ id: MOMENTS.length + 1 }])
    await old.close()
    await copy.close()
  })
})
