// Backup and restore where the pictures are in a bucket: from a disk into one, out of it again, and when it is away.
import { randomUUID } from "node:crypto"
import { createWriteStream, existsSync, readdirSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { backUp } from "../../src/server/operations/backup/back-up.ts"
import { restore } from "../../src/server/operations/backup/restore.ts"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { etagOf } from "../../src/server/platform/files/files.ts"
import type { TestApp } from "../support/app.ts"
import { type BucketServer, bucketSettings, startBucketServer } from "../support/bucket-server.ts"
import { fillInstance, instanceOn } from "../support/full-instance.ts"
import { ENGINES, silent } from "./engines.ts"

const engine = ENGINES.at(-1) as (typeof ENGINES)[number]
let folder = ""
let bucket: BucketServer
let site: TestApp
let archive = ""
/** paths of the pictures, as the disk of the first instance has them */
let pictures: string[] = []
const sites: TestApp[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-bucket-backup-"))
  bucket = await startBucketServer()
  await engine.start()
  const dataDir = join(folder, "first")
  site = instanceOn(await engine.open(), dataDir)
  sites.push(site)
  await fillInstance(site, "kept")
  const files = join(dataDir, "files")
  pictures = readdirSync(files, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(files.length + 1))
  archive = await archiveOf(site)
})
afterAll(async () => {
  for (const { services } of sites) await services.database.close()
  await engine.stop()
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

async function emptyInstance(env: Record<string, string> = {}): Promise<TestApp> {
  const made = instanceOn(await openDatabase(await engine.place(), silent), join(folder, randomUUID()), env)
  sites.push(made)
  return made
}
async function archiveOf({ services }: TestApp): Promise<string> {
  const path = join(folder, `${randomUUID()}.tar.gz`)
  await pipeline(backUp({ ...services, version: "test" }, new Date()), createWriteStream(path))
  return path
}
/** path → validator of the bytes, or null */
const picturesOf = async ({ services }: TestApp) =>
  Object.fromEntries(
    await Promise.all(pictures.map(async (path) => [path, (await services.files.read(path))?.etag ?? null])),
  )

test("pictures go from a disk into a bucket, and from there to a disk, byte by byte", async () => {
  expect(pictures.length).toBeGreaterThan(4)
  const before = await picturesOf(site)
  const inBucket = await emptyInstance(bucketSettings(bucket))
  await restore(archive, inBucket.services)
  expect(await picturesOf(inBucket)).toEqual(before)
  expect(existsSync(join(inBucket.services.config.DATA_DIR, "files"))).toBe(false)
  const onDisk = await emptyInstance()
  await restore(await archiveOf(inBucket), onDisk.services)
  expect(await picturesOf(onDisk)).toEqual(before)
})

test("a failed restore into a bucket that has pictures already removes none of them, and can be repeated", async () => {
  const before = await picturesOf(site)
  const again = await emptyInstance(bucketSettings(bucket))
  const { files } = again.services
  const newer = new TextEncoder().encode("another picture")
  const [first = "", second = ""] = pictures
  await files.delete(second)
  await files.write(first, newer)
  let left = pictures.length - 1
  const breaking = {
    ...files,
    read: async (path: string) => {
      left -= 1
      if (left < 0) throw new Error("the bucket is away")
      return files.read(path)
    },
  }
  await expect(restore(archive, { ...again.services, files: breaking })).rejects.toThrow("the bucket is away")
  const after = await picturesOf(again)
  for (const path of pictures.slice(2)) expect(after[path]).toBe(before[path])
  expect([null, before[second]]).toContain(after[second])
  expect([etagOf(newer), before[first]]).toContain(after[first])
  await restore(archive, again.services)
  expect(await picturesOf(again)).toEqual(before)
})

test("a bucket that is away ends a backup and a restore with its reason, and leaves no half of them", async () => {
  const inBucket = await emptyInstance({ ...bucketSettings(bucket), S3_ENDPOINT: "http://127.0.0.1:1" })
  await expect(restore(archive, inBucket.services)).rejects.toMatchObject({ code: "service_unavailable" })
  const { rows } = await inBucket.services.database.pool.query("select count(*)::int as n from users")
  expect(rows).toEqual([{ n: 0 }])
  const away = { ...site.services, files: inBucket.services.files, version: "test" }
  const path = join(folder, "never.tar.gz")
  await expect(pipeline(backUp(away, new Date()), createWriteStream(path))).rejects.toThrow(
    "The backup could not be made: a picture could not be read from the bucket. The log says why.",
  )
  expect(readdirSync(join(site.services.config.DATA_DIR, "incoming")).filter((name) => /^backup/.test(name))).toEqual(
    [],
  )
})
