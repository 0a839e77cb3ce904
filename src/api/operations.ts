// How the running program is doing: for operators, administrators, search engines and programs.
import * as z from "zod/mini"
import { WARNING } from "../domain/warning-messages.ts"
import type { Endpoints } from "./endpoint.ts"
import { count, moment } from "./fields.ts"

const rowCount = z.object({
  rows: z.number(),
  isEstimate: z.boolean().check(z.describe("True: the database's own estimate, for very large tables.")),
})
export type RowCount = z.infer<typeof rowCount>
const counts = z.object({
  users: rowCount,
  profiles: rowCount,
  cards: rowCount,
  taps: rowCount,
  open_reports: rowCount,
})
export type Counts = z.infer<typeof counts>

const folderSize = z.object({
  files: count,
  bytes: z.number(),
  isComplete: z.boolean().check(z.describe("False: there are more files than were counted.")),
})
export type FolderSize = z.infer<typeof folderSize>

const systemInfo = z.object({
  version: z.string(),
  node: z.string(),
  uptime_s: count,
  database: z.object({
    engine: z.enum(["embedded", "postgresql"]),
    version: z.string(),
    bytes: z.number(),
    replicas: z
      .array(
        z.object({
          name: z.string().check(z.describe("Host and port.")),
          isServing: z
            .boolean()
            .check(z.describe("False: it is away, or not up to date; the primary is read instead.")),
          reads: count.check(z.describe("Answered by it since this process started.")),
        }),
      )
      .check(z.describe("As this process sees them.")),
  }),
  counts: z.extend(counts, { at: moment.check(z.describe("At most a minute ago.")) }),
  storage: z
    .nullable(
      z.object({
        pictures: z.nullable(folderSize),
        database: z.nullable(folderSize),
        mails: folderSize,
        at: moment.check(z.describe("At most ten minutes ago.")),
      }),
    )
    .check(z.describe("Null while it is being measured.")),
  mail: z.object({
    sent_by: z.enum(["smtp", "files"]),
    waiting: count,
    oldest_at: z.nullable(moment),
    failed: count,
  }),
  housekeeping: z.object({
    swept_at: z.nullable(moment).check(z.describe("By this process.")),
    purged: z.nullable(count),
    last_purge_at: z.nullable(moment).check(z.describe("By any process.")),
  }),
  policy: z
    .array(z.object({ rule: z.string(), value: z.string(), settings: z.array(z.string()) }))
    .check(z.describe("Who may sign up, how people sign in and for how long, and the settings that decide it.")),
  warnings: z
    .array(z.literal(Object.keys(WARNING) as (keyof typeof WARNING)[]))
    .check(z.describe("Likely mistakes in the configuration.")),
  memory: z
    .object({ process: z.number(), heap: z.number(), free: z.number(), total: z.number() })
    .check(z.describe("Bytes.")),
})
export type SystemInfo = z.infer<typeof systemInfo>

const setting = z.object({
  name: z.string(),
  doc: z.string(),
  isSet: z.boolean(),
  value: z.nullable(z.string()).check(z.describe("The value in effect; null: secret.")),
})
export type ShownSetting = z.infer<typeof setting>

const parts = z.object({
  process: z.enum(["ok", "stopping"]),
  database: z
    .enum(["ok", "read_only", "pooled", "unavailable"])
    .check(
      z.describe(
        "read_only: pages are shown, nothing can be saved (such as a full disk). pooled: a pooler in transaction mode, which does not work without DATABASE_DIRECT_URL.",
      ),
    ),
  migrations: z.enum(["ok", "missing", "unknown"]),
  files: z
    .enum(["ok", "full", "read_only", "away", "unavailable"])
    .check(z.describe("full, read_only, away: pages are shown, nothing can be uploaded.")),
  replicas: z
    .optional(z.enum(["ok", "some_away", "away"]))
    .check(z.describe("With DATABASE_REPLICA_URLS. some_away, away: the others, or the primary, answer instead.")),
})
export type HealthParts = z.infer<typeof parts>

export const operationsEndpoints = {
  "GET /api/health/live": {
    summary: "Whether the process runs.",
    caller: "anyone",
    answer: z.object({ status: z.literal("ok"), version: z.string() }),
  },
  "GET /api/health/ready": {
    summary: "Whether the process can serve.",
    caller: "anyone",
    answer: z.object({
      status: z
        .enum(["ok", "degraded", "unavailable"])
        .check(z.describe("degraded: pages are shown, something else fails; parts says what.")),
      version: z.string(),
      parts,
    }),
    also: { 503: "The process cannot serve now; the body says why." },
  },
  "GET /api/openapi.json": {
    summary: "This description of the API (OpenAPI 3.1).",
    caller: "anyone",
    answer: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
  },
  "GET /api/metrics": { summary: "Metrics for Prometheus.", caller: "operator", file: "text/plain" },
  "GET /api/admin/system": { summary: "How the program is doing.", caller: "admin", answer: systemInfo },
  "GET /api/admin/settings": {
    summary: "The running configuration.",
    caller: "admin",
    answer: z.object({ settings: z.array(setting) }),
  },
  "GET /sitemap.xml": { summary: "The index of the sitemap.", caller: "anyone", file: "application/xml" },
  "GET /sitemap-{part}.xml": { summary: "One part of the sitemap.", caller: "anyone", file: "application/xml" },
} as const satisfies Endpoints
