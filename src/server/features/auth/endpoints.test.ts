import { eq } from "drizzle-orm"
import { Hono } from "hono"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { newestLink } from "../../../../tests/support/mailbox.ts"
import { postJson, signUpAndVerify } from "../../../../tests/support/people.ts"
import { user_roles } from "../../platform/db/auth-schema.ts"
import { profiles } from "../../platform/db/schema.ts"
import { onError } from "../../platform/http/errors.ts"
import type { CallerEnv } from "./caller.ts"
import { guard } from "./endpoints.ts"

let site: TestApp
let guarded: Hono<CallerEnv>
beforeAll(async () => {
  site = await testApp()
  const { access } = site.services
  guarded = new Hono<CallerEnv>()
    .get("/signed-in", guard(access, "user"), (c) => c.text(c.get("caller").user_id))
    .get("/any", guard(access, "session"), (c) => c.text(c.get("caller").account))
    .get("/admin", guard(access, "admin"), (c) => c.text("welcome"))
  guarded.onError(onError(site.services.log) as never)
})
afterAll(() => site.close())

async function visit(token: string | null): Promise<unknown[]> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  const codes: unknown[] = []
  for (const path of ["/signed-in", "/any", "/admin"]) {
    const answer = await guarded.request(path, { headers })
    codes.push(answer.ok ? await answer.text() : (await answer.json()).error.code)
  }
  return codes
}

test("no token, a wrong token, a recovery session: please sign in first", async () => {
  const none = ["not_authenticated", "not_authenticated", "not_authenticated"]
  expect(await visit(null)).toEqual(none)
  expect(await visit("a.b.c")).toEqual(none)
  const { email } = await signUpAndVerify(site)
  await postJson(site, "/auth/v1/recover", { email })
  const { pathname, search } = new URL(await newestLink(site.services, email))
  const answer = await site.app.request(pathname + search)
  const token = new URL(answer.headers.get("location") ?? "").searchParams.get("access_token")
  expect(await site.services.access.requireCaller(token ?? "")).toMatchObject({ kind: "recovery" })
  expect(await visit(token)).toEqual(none)
})

test("active, deactivated and gone: each takes effect with the next request", async () => {
  const { user_id, access_token } = await signUpAndVerify(site)
  expect(await visit(access_token)).toEqual([user_id, "active", "forbidden"])
  const now = site.services.clock()
  const set = (deletesInMs: number) =>
    site.services.database.db
      .update(profiles)
      .set({ deleted_at: now, deletion_scheduled_at: new Date(now.getTime() + deletesInMs) })
      .where(eq(profiles.id, user_id))
  await set(1000)
  expect(await visit(access_token)).toEqual(["account_deactivated", "deactivated", "account_deactivated"])
  await set(0)
  expect(await visit(access_token)).toEqual(["not_authenticated", "not_authenticated", "not_authenticated"])
})

test("a role takes effect with the next request, and so does its loss", async () => {
  const { user_id, access_token } = await signUpAndVerify(site)
  const { db } = site.services.database
  await db.insert(user_roles).values({ user_id, role: "admin" })
  expect((await visit(access_token))[2]).toBe("welcome")
  await db.delete(user_roles).where(eq(user_roles.role, "admin"))
  expect((await visit(access_token))[2]).toBe("forbidden")
})
