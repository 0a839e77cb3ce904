// Files in a bucket of an S3-compatible service: whole objects only, so that readers see the old bytes or the new ones.
import { AwsClient } from "aws4fetch"
import { Refusal } from "../../../domain/errors.ts"
import { withTimeout } from "../concurrency/with-timeout.ts"
import { errorText, type Log } from "../log.ts"
import { checkedType, etagOf, type Files, LISTED_MAX, typeOfPath } from "./files.ts"

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

/** Requests are idempotent, so repeating them does no harm. */
const RETRIES = 2
const FIRST_RETRY_MS = 100
const WITHIN_MS = 10_000
/** Health probes do not wait long. */
const CHECK_WITHIN_MS = 1_500
const RETRY_AFTER_S = 10

interface Asking extends RequestInit {
  mayBeMissing?: boolean
  withinMs?: number
}

/** The address of the bucket, without a slash at its end. */
function bucketUrl({ endpoint, bucket, isPathStyle }: S3Settings): string {
  const url = new URL(endpoint)
  const base = url.pathname
    .split("/")
    .filter(Boolean)
    .map((part) => `/${part}`)
    .join("")
  return isPathStyle ? `${url.origin}${base}/${bucket}` : `${url.protocol}//${bucket}.${url.host}${base}`
}

/** Every failure of the service is a `service_unavailable`; the log has its reason. */
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

  /** The body of a successful response; null when the object is missing and may be. */
  async function ask(method: string, path: string, { mayBeMissing = false, withinMs = WITHIN_MS, ...init }: Asking) {
    const whole = async (signal: AbortSignal) => {
      const answer = await client.fetch(`${bucket}/${path}`, { method, signal, redirect: "error", ...init })
      return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
    }
    // A signal alone is not enough: aws4fetch passes it on in a way that lets it be garbage-collected early.
    const { answer, bytes } = await withTimeout(withinMs, whole).catch((error: unknown) =>
      fail(method, path, errorText(error)),
    )
    if (answer.ok) return bytes
    if (answer.status === 404 && mayBeMissing) return null
    const code = /<Code>(\w+)<\/Code>/.exec(new TextDecoder().decode(bytes))?.[1] ?? ""
    return fail(method, path, `${answer.status} ${code}`.trim())
  }

  return {
    async write(path, bytes) {
      const headers = { "content-type": checkedType(path), "content-length": String(bytes.byteLength) }
      await ask("PUT", path, { body: Uint8Array.from(bytes), headers })
    },
    async read(path) {
      const type = typeOfPath(path)
      if (type === null) return null
      const bytes = await ask("GET", path, { mayBeMissing: true })
      return bytes === null ? null : { bytes, type, etag: etagOf(bytes) }
    },
    async delete(path) {
      checkedType(path)
      await ask("DELETE", path, { mayBeMissing: true })
    },
    async list(folder) {
      const asked = new URLSearchParams({
        "list-type": "2",
        "max-keys": String(LISTED_MAX),
        delimiter: "/",
        prefix: `${folder}/`,
      })
      const answer = new TextDecoder().decode((await ask("GET", `?${asked}`, {})) ?? undefined)
      // Our own paths: nothing in them is escaped.
      return [...answer.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) => key.slice(folder.length + 1))
    },
    async check() {
      // One object at most: enough to know that the service, the bucket and the key are right.
      return ask("GET", "?list-type=2&max-keys=1", { withinMs: CHECK_WITHIN_MS }).then(
        () => "ok",
        () => "away",
      )
    },
  }
}
