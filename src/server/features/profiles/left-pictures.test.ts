// Pictures that cannot be deleted when they are replaced or removed: the change counts, and a later sweep deletes them.
import { mkdirSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { bucketSettings, startBucketServer } from "../../../../tests/support/bucket-server.ts"
import { fromIp, type Person, signUpAndVerify } from "../../../../tests/support/people.ts"
import { photograph } from "../../../../tests/support/pictures.ts"

let site: TestApp
let anna: Person
beforeEach(async () => {
  site = await testApp()
  anna = await signUpAndVerify(site, { username: "anna", full_name: "Anna Meier" })
})
afterEach(() => site.close())

const change = async (method: "PUT" | "DELETE", body?: Uint8Array, { app } = site, { headers } = anna) =>
  app.request(
    "/api/profile/photo",
    { method, headers: { ...headers, "content-type": "image/jpeg" }, ...(body && { body: new Uint8Array(body) }) },
    fromIp("192.0.2.1"),
  )
const named = async ({ app } = site): Promise<string> =>
  ((await (await app.request("/api/profiles/anna")).json()) as { profile: { profile_picture: string } }).profile
    .profile_picture
const folder = () => join(site.services.config.DATA_DIR, "files", "profile-pictures", "profiles", anna.user_id)
/** A folder where a picture should be: it cannot be deleted. */
const obstacle = (): string => {
  const path = join(folder(), "profile.webp")
  mkdirSync(path)
  return path
}
const leftBehind = () => site.logged.filter(({ event }) => event === "files.left_behind")

test("a photo that replaces one which cannot be deleted is there, and the sweep deletes the other", async () => {
  const first = await photograph(90, 60)
  expect((await change("PUT", first)).status).toBe(200)
  const before = await named()
  const path = obstacle()
  const answer = await change("PUT", await photograph(60, 90))
  expect([answer.status, await answer.json()]).toEqual([200, { profile_picture: await named() }])
  expect(await named()).not.toBe(before)
  expect(leftBehind()).toEqual([expect.objectContaining({ level: "warn", profile: anna.user_id })])
  rmSync(path, { recursive: true })
  const kept = readdirSync(folder()).sort()
  await site.services.profiles.deleteLeftPictures()
  expect(readdirSync(folder()).sort()).toEqual(kept)
  expect((await site.app.request(await named())).status).toBe(200)
  expect(await site.services.files.list("profile-pictures/deleted")).toEqual([])
})

test("a photo that is removed and cannot be deleted is gone from the profile, and the sweep deletes it", async () => {
  expect((await change("PUT", await photograph(90, 60))).status).toBe(200)
  const path = obstacle()
  // Another file of the removed photo, which the failure leaves.
  mkdirSync(join(folder(), "profile.png"))
  const answer = await change("DELETE")
  expect([answer.status, await named()]).toEqual([200, ""])
  await site.services.profiles.deleteLeftPictures()
  expect(await site.services.files.list("profile-pictures/deleted")).toEqual([`${anna.user_id}.txt`])
  for (const each of [path, join(folder(), "profile.png")]) rmSync(each, { recursive: true })
  await site.services.profiles.deleteLeftPictures()
  expect(readdirSync(folder())).toEqual([])
  expect(await site.services.files.list("profile-pictures/deleted")).toEqual([])
})

test("while the bucket is away, a photo is not removed, and the answer says so", async () => {
  const bucket = await startBucketServer()
  const other = await testApp(bucketSettings(bucket))
  const person = await signUpAndVerify(other, { username: "anna", full_name: "Anna Meier" })
  expect((await change("PUT", await photograph(90, 60), other, person)).status).toBe(200)
  const before = await named(other)
  await bucket.close()
  const answer = await change("DELETE", undefined, other, person)
  expect([answer.status, answer.headers.get("retry-after"), await named(other)]).toEqual([503, "10", before])
  await other.close()
})
