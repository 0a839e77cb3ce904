// The audit log, for administrators.
import * as z from "zod/mini"
import { AUDIT_ACTIONS } from "../domain/audit/audit.ts"
import { auditQuery } from "../domain/audit/audit-query.ts"
import type { Endpoints } from "./endpoint.ts"
import { moment, next } from "./fields.ts"

const act = z.object({
  id: z.int(),
  at: moment,
  actor_id: z.nullable(z.string()).check(z.describe("Null: the product itself.")),
  action: z.enum(AUDIT_ACTIONS),
  subject_id: z.string().check(z.describe("A user's id or a card_id; may be empty.")),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
export type RecordedAct = z.infer<typeof act>

const page = z.object({
  acts: z.array(act).check(z.describe("Newest first.")),
  people: z
    .record(z.string(), z.object({ username: z.string(), full_name: z.string() }))
    .check(z.describe("Current names by id; removed users have none.")),
  next,
})
export type AuditPage = z.infer<typeof page>

export const auditEndpoints = {
  "GET /api/admin/audit": { summary: "Who did what to whom.", caller: "admin", query: auditQuery, answer: page },
} as const satisfies Endpoints
