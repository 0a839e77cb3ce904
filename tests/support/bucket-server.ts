// A bucket for the tests: one of a real service if TEST_BUCKET names it, otherwise a small S3 service in the tests' own process. It knows
// the requests that the program makes, keeps objects in memory, and checks every signature.
import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import type { S3Settings } from "../../src/server/platform/files/s3-files.ts"

export interface BucketServer {
  settings: S3Settings
  close(): Promise<void>
}

/** A bucket of a real service, such as http://key:secret@127.0.0.1:8080/bucket?region=us-east-1; it must exist. */
const { TEST_BUCKET } = process.env

const ACCESS = {
  region: "us-east-1",
  accessKeyId: "tests",
  secretAccessKey: "the secret of the tests",
  isPathStyle: true,
}

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
  const server = serveBucket("meishi")
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: { ...ACCESS, endpoint: `http://127.0.0.1:${port}`, bucket: "meishi" },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Answer {
  status: number
  body?: string | Uint8Array
  type?: string
}

const failure = (status: number, code: string): Answer => ({
  status,
  type: "application/xml",
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`,
})

function serveBucket(bucket: string): Server {
  const objects = new Map<string, { bytes: Uint8Array; type: string }>()

  function answer(request: IncomingMessage, url: URL, bytes: Uint8Array): Answer {
    const { method, headers } = request
    const [, name, ...rest] = decodeURIComponent(url.pathname).split("/")
    const key = rest.join("/")
    if (name !== bucket) return failure(404, "NoSuchBucket")
    if (method === "GET" && key === "") return listing(url.searchParams)
    if (method === "PUT") {
      objects.set(key, { bytes, type: headers["content-type"] ?? "" })
      return { status: 200 }
    }
    if (method === "DELETE") {
      objects.delete(key)
      return { status: 204 }
    }
    if (method !== "GET") return failure(405, "MethodNotAllowed")
    const object = objects.get(key)
    return object === undefined ? failure(404, "NoSuchKey") : { status: 200, type: object.type, body: object.bytes }
  }

  /** At most 1,000 keys, as a real one answers. */
  function listing(asked: URLSearchParams): Answer {
    const [prefix, delimiter] = [asked.get("prefix") ?? "", asked.get("delimiter") ?? ""]
    const isBelow = (key: string) => delimiter !== "" && key.slice(prefix.length).includes(delimiter)
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && !isBelow(key)).sort()
    const contents = keys.slice(0, 1000).map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
    const body = `<ListBucketResult><Prefix>${prefix}</Prefix>${contents.join("")}</ListBucketResult>`
    return { status: 200, type: "application/xml", body }
  }

  return createServer(async (request, response) => {
    const bytes = await buffer(request).catch(() => null)
    if (bytes === null) return void response.destroy()
    const url = new URL(request.url ?? "/", "http://bucket")
    const { status, body, type } = refused(request, url, bytes) ?? answer(request, url, bytes)
    response.writeHead(status, type === undefined ? {} : { "content-type": type }).end(body)
  })
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
const SKEW_MS = 900_000
const MUST_SIGN = ["host", "x-amz-content-sha256", "x-amz-date"]
const UNSIGNED = "UNSIGNED-PAYLOAD"

const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex")
const hmac = (key: string | Uint8Array, text: string) => createHmac("sha256", key).update(text).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** AWS Signature Version 4. @returns why the request is refused; null: it is not */
function refused({ method = "", headers }: IncomingMessage, url: URL, bytes: Uint8Array): Answer | null {
  const [, keyId, day = "", region = "", names = "", signature = ""] =
    AUTHORIZATION.exec(headers.authorization ?? "") ?? []
  if (keyId === undefined) return failure(403, "AccessDenied")
  if (keyId !== ACCESS.accessKeyId) return failure(403, "InvalidAccessKeyId")
  if (region !== ACCESS.region) return failure(400, "AuthorizationHeaderMalformed")
  const signed = names.split(";")
  if (!MUST_SIGN.every((name) => signed.includes(name))) return failure(403, "AccessDenied")
  const time = String(headers["x-amz-date"])
  if (!time.startsWith(day) || Math.abs(Date.now() - timeOf(time)) > SKEW_MS)
    return failure(403, "RequestTimeTooSkewed")
  const hash = String(headers["x-amz-content-sha256"])
  if (hash !== UNSIGNED && hash !== sha256(bytes)) return failure(400, "XAmzContentSHA256Mismatch")
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const canonical = [
    method,
    decodeURIComponent(url.pathname).split("/").map(encoded).join("/"),
    query.join("&"),
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, " ")}`),
    "",
    names,
    hash,
  ].join("\n")
  const scope = [day, region, "s3", "aws4_request"]
  const key = scope.reduce<string | Uint8Array>(hmac, `AWS4${ACCESS.secretAccessKey}`)
  const expected = hmac(key, ["AWS4-HMAC-SHA256", time, scope.join("/"), sha256(canonical)].join("\n"))
  return timingSafeEqual(expected, Buffer.from(signature, "hex")) ? null : failure(403, "SignatureDoesNotMatch")
}

/** 20260501T120000Z → ms; NaN if it is none. */
const timeOf = (time: string): number =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"))

/** The settings of the program that lead to it. */
export const bucketSettings = ({ settings }: BucketServer): Record<string, string> => ({
  S3_ENDPOINT: settings.endpoint,
  S3_BUCKET: settings.bucket,
  S3_REGION: settings.region,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
})
