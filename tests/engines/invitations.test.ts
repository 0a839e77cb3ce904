// The race for one invitation, on every engine.
import { randomUUID } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../src/server/app.ts"
import { compose } from "../../src/server/compose.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import type { TestApp } from "../support/app.ts"
import { createConfirmedAdmin } from "../support/confirmed-admin.ts"
import { PASSWORD, type Person, postJson } from "../support/people.ts"
import { ENGINES, silent } from "./engines.ts"

const AT_ONCE = 50
const many = <T>(work: (at: number) => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, (_, at) => work(at)))

describe.each(ENGINES)("an invitation on the $name engine", (engine) => {
  let database: OpenDatabase
  let site: TestApp
  let chief: Person
  beforeAll(async () => {
    await engine.start()
    database = await engine.open()
    const services = compose({
      config: readConfig({
        PUBLIC_ORIGIN: "http://meishi.test",
        DATA_DIR: join(tmpdir(), `meishi-invitations-${randomUUID()}`),
        SECRET: "engines!".repeat(4),
        SIGN_UP: "invite",
      }),
      database,
      clock: () => new Date(),
      log: silent,
    })
    const app = createApp(services, { answer: () => Promise.resolve(new Response()) } as never)
    site = { app, services } as TestApp
    chief = await createConfirmedAdmin(site, "chief")
  })
  afterAll(async () => {
    await database?.close()
    await engine.stop()
  })

  const invite = async (): Promise<{ code: string; invitation: { id: string } }> =>
    (await postJson(site, "/api/admin/invitations", {}, chief.headers)).json()
  const signUp = (code: string, username: string, email: string, at: number) =>
    postJson(
      site,
      "/auth/v1/signup",
      { email, password: PASSWORD, data: { username, full_name: "Ray Cer", invite: code } },
      {},
      `2001:db8:${at.toString(16)}::1`,
    )
  const accounts = async (prefix: string): Promise<number> => {
    const text = "select count(*)::int as n from users where email like $1"
    return (await database.pool.query(text, [`${prefix}%`])).rows[0].n
  }

  test("makes one account for fifty who use it at once", async () => {
    const { code } = await invite()
    const answers = await many((at) => signUp(code, `guest-${at}`, `guest-${at}@example.com`, at))
    expect(answers.filter(({ status }) => ![200, 422, 503].includes(status))).toEqual([])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await accounts("guest-")).toBe(1)
  })

  test("is either used or revoked, never both", async () => {
    for (let round = 0; round < 5; round++) {
      const { code, invitation } = await invite()
      const [signedUp, revoked] = await Promise.all([
        signUp(code, `late-${round}`, `late-${round}@example.com`, 100 + round),
        Promise.resolve(
          site.app.request(`/api/admin/invitations/${invitation.id}`, { method: "DELETE", headers: chief.headers }),
        ),
      ])
      expect([signedUp.status, revoked.status].sort()).not.toEqual([200, 200])
      expect(await accounts(`late-${round}`)).toBe(signedUp.status === 200 ? 1 : 0)
    }
  })
})
