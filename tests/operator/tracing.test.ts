// OpenTelemetry traces of the real program, sent to a real collector on this machine.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { newMember } from "../endurance/people.ts"
import { startProgram } from "../endurance/program.ts"
import { bucketSettings, startBucketServer } from "../support/bucket-server.ts"
import { copyTemplate } from "../support/database.ts"
import { freePort } from "../support/free-port.ts"
import { photograph } from "../support/pictures.ts"
import { type ReceivedSpan, startCollector } from "../support/trace-collector.ts"

const PATIENCE_MS = 180_000
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
const CALLER = "00f067aa0ba902b7"
const NAME = "traced-person"

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-tracing-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the program until `use` is done. @returns what the collector got, once the program has ended */
async function traced(env: Record<string, string>, use: (origin: string, dataDir: string) => Promise<void>) {
  const dataDir = await mkdtemp(join(folder, "data-"))
  await copyTemplate(join(dataDir, "database"))
  const collector = await startCollector()
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`, ...env }
  const program = await startProgram(dataDir, await freePort(), settings)
  try {
    await use(program.origin, dataDir)
    expect(await program.stop()).toEqual([0, null])
  } finally {
    await program.stop()
    await collector.close()
  }
  return { ...collector, log: program.output() }
}

const visit = (origin: string, path: string, sampled = "01") =>
  fetch(origin + path, { headers: { traceparent: `00-${TRACE}-${CALLER}-${sampled}` } })

describe("the traces of a member who signs up and uploads a photo", () => {
  let spans: ReceivedSpan[] = []
  let requests: Awaited<ReturnType<typeof traced>>["requests"] = []
  beforeAll(async () => {
    const bucket = await startBucketServer()
    const env = {
      ...bucketSettings(bucket),
      OTEL_SERVICE_NAME: "cards",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=the%20tests",
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc",
    }
    const received = await traced(env, async (origin, dataDir) => {
      const member = await newMember({ origin }, dataDir, NAME)
      expect((await member.upload(new Uint8Array(await photograph(300, 300)))).status).toBe(200)
      for (const path of [`/${NAME}`, `/${NAME}`, `/api/profiles/${NAME}`, "/api/nothing-here"])
        await visit(origin, path)
    })
    await bucket.close()
    ;({ spans, requests } = received)
  }, PATIENCE_MS)

  const named = (name: string) => spans.filter((span) => span.name === name)

  test("name each request by its route and status, and continue the trace of a trusted proxy", () => {
    const [profile] = named("GET /api/profiles/:key")
    expect(profile).toMatchObject({
      traceId: TRACE,
      parentSpanId: CALLER,
      kind: 2,
      attributes: {
        "http.request.method": "GET",
        "http.route": "/api/profiles/:key",
        "http.response.status_code": "200",
      },
    })
    expect(BigInt(profile?.endTimeUnixNano ?? 0)).toBeGreaterThan(BigInt(profile?.startTimeUnixNano ?? 0))
    const pages = named("GET /*").filter(({ traceId }) => traceId === TRACE)
    expect(pages.map(({ attributes }) => attributes["http.response.status_code"]).sort()).toEqual(["200", "200"])
    expect(spans.filter(({ name, traceId }) => name === "GET /api/health/ready" && traceId === TRACE)).toEqual([])
    const [signUp] = named("POST /auth/v1/signup")
    expect(signUp?.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect([signUp?.traceId, signUp?.parentSpanId]).not.toEqual([TRACE, CALLER])
  })

  test("hold the queries and the bucket's answers below their requests, and each email by itself", () => {
    const [upload] = named("PUT /api/profile/photo")
    const below = spans.filter(({ traceId }) => traceId === upload?.traceId).map(({ name }) => name)
    expect(below).toEqual(expect.arrayContaining(["S3 PUT", "UPDATE profiles"]))
    const [email] = named("send email")
    expect([email?.attributes, email?.parentSpanId]).toEqual([{ "email.attempt": "1" }, undefined])
    const [query] = named("UPDATE profiles")
    expect(query).toMatchObject({
      kind: 3,
      attributes: {
        "db.system.name": "postgresql",
        "db.operation.name": "UPDATE",
        "db.collection.name": "profiles",
        "db.query.summary": "UPDATE profiles",
      },
    })
    const ids = new Set(spans.map(({ spanId }) => spanId))
    expect(
      spans.filter(({ kind, parentSpanId = "" }) => kind === 3 && parentSpanId !== "" && !ids.has(parentSpanId)),
    ).toEqual([])
  })

  test("say who sent them, and hold nothing about the people", () => {
    expect(spans[0]?.resource).toMatchObject({
      "service.name": "cards",
      "service.version": expect.stringMatching(/^\d+\.\d+\.\d+/),
      "deployment.environment.name": "the tests",
    })
    expect(requests[0]).toMatchObject({ path: "/v1/traces", headers: { authorization: "Bearer abc" } })
    const all = requests.map(({ body }) => body).join("\n")
    expect(all).not.toMatch(new RegExp(`${NAME}|Lovelace|example\\.com|2001:db8|127\\.0\\.0\\.1|\\$1`))
    expect(all.length).toBeGreaterThan(10_000)
  })
})

test(
  "a stranger's trace is not continued, and a sampler that does not ask the caller records everything",
  async () => {
    const settings = { OTEL_TRACES_SAMPLER: "always_on", TRUSTED_PROXIES: "10.0.0.1" }
    const { spans } = await traced(settings, async (origin) => void (await visit(origin, "/api/me", "00")))
    const [span] = spans.filter(({ name }) => name === "GET /api/me")
    expect(span?.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect([span?.parentSpanId, span?.traceId === TRACE]).toEqual([undefined, false])
  },
  PATIENCE_MS,
)

test(
  "a collector that is away costs no request, and the log says so once",
  async () => {
    const away = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" }
    const { log } = await traced(away, async (origin) => {
      for (let n = 0; n < 520; n++) expect((await visit(origin, "/api/health/live")).status).toBe(200)
    })
    expect(log.match(/"event":"tracing\.not_sent"/g)).toHaveLength(1)
  },
  PATIENCE_MS,
)
