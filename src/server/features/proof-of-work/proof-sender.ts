// The part of a request that a proof of work needs.
import type { Context } from "hono"
import { PROOF_HEADER } from "../../../domain/proof-of-work.ts"
import type { RequestEnv } from "../../platform/http/env.ts"
import type { ProofSender } from "./service.ts"

export const proofSender = <Env extends RequestEnv>(c: Context<Env>): ProofSender => ({
  ip: c.get("clientIp"),
  proof: c.req.header(PROOF_HEADER) ?? null,
})
