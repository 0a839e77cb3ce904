// Files in a bucket of an S3-compatible service: whole objects only, so that a reader sees the old bytes or the new.
import { AwsClient } from "aws4fetch"
import { Refusal } from "../../domain/errors.ts"
import { errorText, type Log } from "../log.ts"
import { checkedType, etagOf, type Files, typeOfPath } from "./files.ts"

export interface S3Settings {
  /** the service's address, without the bucket */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** https://host/bucket/key instead of https://bucket.host/key */
  isPathStyle: boolean
}

/** Tries besides the first; what is asked is the same each time, so doing it twice does no harm. */
const RETRIES = 2
const FIRST_RETRY_MS = 100
const WITHIN_MS = 10_000
const RETRY_AFTER_S = 10

/** The address of the bucket, without a slash at its end. */
function bucketUrl({ endpoint, bucket, isPathStyle }: S3Settings): string {
  const url = new URL(endpoint)
  const base = url.pathname.replace(/\/+$/, "")
  return isPathStyle ? `${url.origin}${base}/${bucket}` : `${url.protocol}//${bucket}.${url.host}${base}`
}

/** Every failure of the service is a `service_unavailable`, with its reason in the log. */
export function createS3Files(settings: S3Settings, log: Pick<Log, "error">): Files {
  const { accessKeyId, secretAccessKey, region } = settings
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: "s3",
    retries: RETRIES,
    initRetryMs: FIRST_RETRY_MS,
  })
  const bucket = bucketUrl(settings)

  function fail(method: string, path: string, reason: string): never {
    log.error("files.s3_failed", { method, path, error: reason })
    throw new Refusal("service_unavailable", { retryAfterS: RETRY_AFTER_S })
  }

  /** The answer when it is a success or, if asked for, says that there is no such object. */
  async function ask(method: string, path: string, init: RequestInit, mayBeMissing: boolean): Promise<Response> {
    const signal = AbortSignal.timeout(WITHIN_MS)
    const answer = await client
      .fetch(`${bucket}/${path}`, { method, signal, ...init })
      .catch((error: unknown) => fail(method, path, errorText(error)))
    if (answer.ok || (mayBeMissing && answer.status === 404)) return answer
    const said = await answer.text().catch(() => "")
    const code = /<Code>(\w+)<\/Code>/.exec(said)?.[1] ?? ""
    return fail(method, path, `${answer.status} ${code}`.trim())
  }

  return {
    async write(path, bytes) {
      const headers = { "content-type": checkedType(path), "content-length": String(bytes.byteLength) }
      const answer = await ask("PUT", path, { body: Uint8Array.from(bytes), headers }, false)
      await answer.body?.cancel()
    },
    async read(path) {
      const type = typeOfPath(path)
      if (type === null) return null
      const answer = await ask("GET", path, {}, true)
      if (answer.status === 404) {
        await answer.body?.cancel()
        return null
      }
      const body = await answer.arrayBuffer().catch((error: unknown) => fail("GET", path, errorText(error)))
      const bytes = new Uint8Array(body)
      return { bytes, type, etag: etagOf(bytes) }
    },
    async delete(path) {
      checkedType(path)
      const answer = await ask("DELETE", path, {}, true)
      await answer.body?.cancel()
    },
    async check() {
      // One object at most: enough to know that the service, the bucket and the key are right.
      const answer = await ask("GET", "?list-type=2&max-keys=1", {}, false)
      await answer.body?.cancel()
      return "ok"
    },
  }
}
