// Files of a bucket, kept by a server that runs in the tests' own process.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import S3rver from "s3rver"
import type { S3Settings } from "../../src/server/platform/files/s3-files.ts"

export interface BucketServer {
  settings: S3Settings
  close(): Promise<void>
}

/** A bucket of a real service, such as http://key:secret@127.0.0.1:8080/bucket?region=us-east-1; it must exist. */
const { TEST_BUCKET } = process.env

function elsewhere(address: string): BucketServer {
  const url = new URL(address)
  return {
    settings: {
      endpoint: url.origin,
      bucket: url.pathname.slice(1),
      region: url.searchParams.get("region") ?? "us-east-1",
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
      isPathStyle: true,
    },
    close: async () => undefined,
  }
}

export async function startBucketServer(): Promise<BucketServer> {
  if (TEST_BUCKET !== undefined) return elsewhere(TEST_BUCKET)
  const directory = mkdtempSync(join(tmpdir(), "meishi-bucket-"))
  const bucket = "meishi"
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket,
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
      isPathStyle: true,
    },
    async close() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The settings of the program that lead to it. */
export const bucketSettings = ({ settings }: BucketServer): Record<string, string> => ({
  S3_ENDPOINT: settings.endpoint,
  S3_BUCKET: settings.bucket,
  S3_REGION: settings.region,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
})
