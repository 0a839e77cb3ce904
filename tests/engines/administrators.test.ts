// Administrators that no administrator named: the first one by ADMIN_EMAIL, once, and those that the operator names.
import { randomUUID } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { administratorsCommand } from "../../src/server/features/accounts/administrators.ts"
import { fillDemo } from "../../src/server/operations/demo/demo.ts"
import { DEMO_ADMIN } from "../../src/server/operations/demo/people.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import type { TestApp } from "../support/app.ts"
import { instanceOn } from "../support/full-instance.ts"
import { newestLink, tokenHashOf } from "../support/mailbox.ts"
import { PASSWORD, postJson, signIn, signUp, signUpAndVerify } from "../support/people.ts"
import { ENGINES } from "./engines.ts"

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-administrators-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(ENGINES)("on the $name engine", (engine) => {
  let database: OpenDatabase
  /** a program with this ADMIN_EMAIL on the one database */
  const siteOf = (ADMIN_EMAIL: string): TestApp => instanceOn(database, join(folder, randomUUID()), { ADMIN_EMAIL })
  beforeAll(async () => {
    await engine.start()
    database = await engine.open()
  })
  afterAll(async () => {
    await database?.close()
    await engine.stop()
  })
  beforeEach(async () => {
    await database.pool.query("truncate users, audit, rate_limits cascade")
  })

  const roles = async (email: string): Promise<string[]> => {
    const { rows } = await database.pool.query(
      "select role from user_roles join users on users.id = user_id where email = $1 order by role",
      [email],
    )
    return rows.map(({ role }) => role)
  }
  const acts = async () =>
    (await database.pool.query("select actor_id, action, subject_id, detail from audit order by id")).rows
  const confirm = async (site: TestApp, email: string) => {
    const token_hash = tokenHashOf(await newestLink(site.services, email))
    return postJson(site, "/auth/v1/verify", { token_hash, type: "signup", password: PASSWORD })
  }
  const command = (site: TestApp, ...args: string[]) =>
    administratorsCommand(site.services, args, site.services.clock()).catch(
      (error: Error) => `refused: ${error.message}`,
    )

  /** Chooses a new password by the link of an email. */
  async function reset(site: TestApp, email: string): Promise<number> {
    await postJson(site, "/auth/v1/recover", { email })
    const { pathname, search } = new URL(await newestLink(site.services, email))
    const opened = await site.app.request(pathname + search)
    const token = new URL(opened.headers.get("location") ?? "").searchParams.get("access_token")
    const answer = await site.app.request("/auth/v1/user", {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ password: "another lighthouse 8" }),
    })
    return answer.status
  }

  test("a demoted administrator with ADMIN_EMAIL takes the role back by no reset, no confirmation and no new account", async () => {
    const site = siteOf("chief@example.com")
    const chief = await signUpAndVerify(site, { username: "chief" })
    expect(await roles(chief.email)).toEqual(["admin", "user"])
    expect(await command(site, "revoke", chief.email)).toContain("there is no other one")
    expect(await reset(site, chief.email)).toBe(200)
    expect(await roles(chief.email)).toEqual(["user"])
    // Not even when the account is gone and the address signs up again: the audit log remembers.
    await database.pool.query("delete from users")
    await signUpAndVerify(site, { username: "chief-again", email: "chief@example.com" })
    expect(await roles(chief.email)).toEqual(["user"])
  })

  test("a reset of the unconfirmed account with ADMIN_EMAIL makes the first administrator, as a confirmation would", async () => {
    const site = siteOf("chief@example.com")
    const { email } = await signUp(site, { username: "chief" })
    expect(await reset(site, email)).toBe(200)
    expect(await roles(email)).toEqual(["admin", "user"])
  })

  test("ADMIN_EMAIL is ignored once the operator or another process has named an administrator", async () => {
    const site = siteOf("chief@example.com")
    const mika = await signUpAndVerify(site, { username: "mika" })
    expect(await command(site, "grant", mika.email)).toBe("mika@example.com is administrator now.")
    await signUpAndVerify(site, { username: "chief" })
    expect(await roles("chief@example.com")).toEqual(["user"])
  })

  test("of ten programs with an ADMIN_EMAIL each, confirmed at once, one account becomes administrator", async () => {
    const sites = Array.from({ length: 10 }, (_, at) => siteOf(`chief-${at}@example.com`))
    for (const [at, site] of sites.entries()) await signUp(site, { username: `chief-${at}` })
    const answers = await Promise.all(sites.map((site, at) => confirm(site, `chief-${at}@example.com`)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const { rows } = await database.pool.query("select user_id from user_roles where role = 'admin'")
    expect(rows).toHaveLength(1)
    expect(await acts()).toEqual([
      { actor_id: null, action: "role.added", subject_id: rows[0].user_id, detail: { role: "admin" } },
    ])
  })

  test("the demonstration's administrator counts as the first one, with a trace", async () => {
    const site = siteOf("chief@example.com")
    await fillDemo(site.services)
    expect(await roles(DEMO_ADMIN.email)).toEqual(["admin", "user"])
    expect((await acts()).slice(0, 1)).toMatchObject([
      { actor_id: null, action: "role.added", detail: { role: "admin" } },
    ])
    await signUpAndVerify(site, { username: "chief" })
    expect(await roles("chief@example.com")).toEqual(["user"])
  })

  test("the operator names an administrator and takes the role again, in any case, with a trace, from the next request on", async () => {
    const site = siteOf("")
    const mika = await signUpAndVerify(site, { username: "mika" })
    const { headers } = await signIn(site, mika.email)
    const may = async () => (await site.app.request("/api/admin/settings", { headers })).status
    expect(await may()).toBe(403)
    expect(await command(site, "grant", "Mika@Example.COM")).toBe("Mika@Example.COM is administrator now.")
    expect(await may()).toBe(200)
    expect(await command(site, "grant", mika.email)).toBe("mika@example.com is administrator already.")
    expect(await command(site, "revoke", mika.email)).toContain(
      "there is no other one. Run admin grant EMAIL to add one.",
    )
    expect(await may()).toBe(403)
    const act = { actor_id: null, subject_id: mika.user_id, detail: { role: "admin" } }
    expect(await acts()).toEqual([
      { ...act, action: "role.added" },
      { ...act, action: "role.removed" },
    ])
  })

  test("the operator's list says who is administrator, since when, and with a second factor or without", async () => {
    const site = siteOf("")
    expect(await command(site, "list")).toBe("There is no administrator. Run admin grant EMAIL to add one.")
    const [mika, ren] = [
      await signUpAndVerify(site, { username: "mika" }),
      await signUpAndVerify(site, { username: "ren" }),
    ]
    await command(site, "grant", mika.email)
    await database.pool.query("insert into user_roles values ($1, 'admin')", [ren.user_id])
    const factor = (status: string, owner: string) =>
      database.pool.query(
        "insert into factors (id, user_id, friendly_name, status, secret, created_at, updated_at) values ($1, $2, 'Phone', $3, 'x', now(), now())",
        [randomUUID(), owner, status],
      )
    await factor("verified", mika.user_id)
    await factor("unverified", ren.user_id)
    await database.pool.query(
      "update profiles set deleted_at = now(), deletion_scheduled_at = now() + interval '1 day' where id = $1",
      [ren.user_id],
    )
    const today = new Date().toISOString().slice(0, 10)
    expect(await command(site, "list")).toBe(
      [
        `mika@example.com  mika  since ${today}  second factor on`,
        "ren@example.com  ren  since unknown  second factor off  deactivated",
      ].join("\n"),
    )
  })

  test("the operator hears why an unknown, an unconfirmed or a deactivated account does not become administrator", async () => {
    const site = siteOf("")
    await signUp(site, { username: "waiting" })
    const leaving = await signUpAndVerify(site, { username: "leaving" })
    await database.pool.query(
      "update profiles set deleted_at = now(), deletion_scheduled_at = now() + interval '1 day' where id = $1",
      [leaving.user_id],
    )
    expect(await command(site, "grant", "nobody@example.com")).toBe(
      "refused: No one has signed up with nobody@example.com.",
    )
    expect(await command(site, "grant", "waiting@example.com")).toContain(
      "refused: The address waiting@example.com is not confirmed yet",
    )
    expect(await command(site, "grant", "leaving@example.com")).toContain(
      "refused: The account of leaving@example.com is deactivated",
    )
    expect(await command(site, "revoke", "leaving@example.com")).toBe(
      "refused: leaving@example.com is not an administrator.",
    )
    expect(await command(site, "revoke", "nobody@example.com")).toContain("refused: No one has signed up")
    for (const args of [[], ["grant"], ["grant", " "], ["list", "x"], ["grant", "a@b.c", "d"], ["promote", "a@b.c"]])
      expect(await command(site, ...args)).toBe(
        "refused: Say what: admin grant EMAIL, admin revoke EMAIL, or admin list.",
      )
    await database.pool.query("update profiles set deletion_scheduled_at = deleted_at where id = $1", [leaving.user_id])
    expect(await command(site, "grant", "leaving@example.com")).toContain("refused: No one has signed up")
    expect(await acts()).toEqual([])
  })
})
