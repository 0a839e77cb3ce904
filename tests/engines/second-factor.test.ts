// The races of second factors on every engine: what one connection hides, ten of them show.
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  deletePasskeysSince,
  insertPasskey,
  markSignedInWith,
} from "../../src/server/features/auth/passkeys/passkeys-store.ts"
import {
  insertFactor,
  markVerified,
  recoveryCodesLeft,
  replaceRecoveryCodes,
  useRecoveryCode,
  useStep,
} from "../../src/server/features/auth/second-factor/factors-store.ts"
import { insertUser, lockUser } from "../../src/server/features/auth/users-store.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import { ENGINES } from "./engines.ts"

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 5)
const NOW = new Date("2026-05-01T12:00:00Z")
const winners = async (work: () => Promise<boolean>) =>
  (await Promise.all(Array.from({ length: 50 }, work))).filter(Boolean).length

describe.each(ENGINES)("second factors on the $name engine", (engine) => {
  let database: OpenDatabase
  const user_id = randomUUID()
  beforeAll(async () => {
    await engine.start()
    database = await engine.open()
    const user = { id: user_id, email: "racer@example.com", password_hash: "x", user_metadata: {} }
    await insertUser(database.db, user, NOW)
  })
  afterAll(async () => {
    await database?.close()
    await engine.stop()
  })

  test("of fifty with one code one wins, and no earlier code counts afterwards", async () => {
    const { db } = database
    const id = randomUUID()
    const times = { created_at: NOW, updated_at: NOW }
    await insertFactor(db, {
      id,
      user_id,
      friendly_name: "",
      status: "unverified",
      secret: "x",
      last_used_step: 0,
      ...times,
    })
    for (let step = 100; step < 100 + ROUNDS; step++) expect(await winners(() => useStep(db, id, step, NOW))).toBe(1)
    expect(await useStep(db, id, 100 + ROUNDS - 2, NOW)).toBe(false)
    expect(await winners(() => markVerified(db, id, NOW))).toBe(1)
  })

  test("of fifty with one recovery code one wins; of sets made at once one remains", async () => {
    const { db } = database
    const made = (set: string) =>
      db.transaction(async (tx) => {
        await lockUser(tx, user_id)
        await replaceRecoveryCodes(
          tx,
          user_id,
          Array.from({ length: 10 }, (_, at) => `${set}-${at}`),
          NOW,
        )
      })
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(["a", "b", "c", "d"].map(made))
      expect(await recoveryCodesLeft(db, user_id)).toBe(10)
      await made("e")
      expect(await winners(() => useRecoveryCode(db, user_id, "e-3"))).toBe(1)
      expect(await recoveryCodesLeft(db, user_id)).toBe(9)
    }
  })

  test("of fifty sign-ins with one count of a security key one wins, a copy loses, and none comes after its removal", async () => {
    const { db } = database
    const id = randomUUID()
    await insertPasskey(db, {
      id,
      user_id,
      credential_id: id,
      public_key: "x",
      counter: 0,
      transports: "",
      backed_up: false,
      backup_eligible: false,
      rp_id: "example.com",
      friendly_name: "Key",
      created_at: NOW,
      last_used_at: null,
    })
    const use = (counter: number) =>
      markSignedInWith(db, { id, user_id }, { counter, backed_up: false, backup_eligible: false }, NOW)
    expect(await winners(() => use(0))).toBe(50)
    for (let counter = 1; counter <= ROUNDS; counter++) expect(await winners(() => use(counter))).toBe(1)
    expect([await use(ROUNDS), await use(0), await use(2 ** 32 - 1)]).toEqual([false, false, true])
    // An undo locks the account, then removes its passkeys: a sign-in that waits for it finds none.
    let waiting: Promise<boolean> | undefined
    await db.transaction(async (tx) => {
      await lockUser(tx, user_id)
      if (engine.name !== "embedded") waiting = use(0)
      await deletePasskeysSince(tx, user_id, NOW)
    })
    expect(await (waiting ?? use(0))).toBe(false)
  })
})
