// The one place that turns what was thrown into an answer: a refusal keeps its sentence, everything else becomes a plain 500.
import type { Context, ErrorHandler } from "hono"
import { HTTPException } from "hono/http-exception"
import type { RefusalBody } from "../../../api/errors.ts"
import { Refusal } from "../../../domain/errors.ts"
import { GENERAL } from "../../../domain/messages.ts"
import { databaseError } from "../db/database-errors.ts"
import { errorText, type Log } from "../log.ts"
import type { RequestEnv } from "./env.ts"

function present(c: Context, refusal: Refusal): Response {
  const { code, message, fields, methods, status, retryAfterS, challenge } = refusal
  if (retryAfterS !== undefined) c.header("Retry-After", String(retryAfterS))
  const more = { ...(fields && { fields }), ...(methods && { methods }), ...(challenge && { challenge }) }
  const body: RefusalBody = { error: { code, message, ...more } }
  return c.json(body, status)
}

const RETRY_AFTER_S = 5

/** A refusal, whatever threw it; null: our own mistake. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof HTTPException && error.status < 500) return new Refusal("bad_request")
  const trouble = databaseError(error)
  if (trouble === null) return null
  return new Refusal(trouble === "full" ? "storage_full" : "service_unavailable", { retryAfterS: RETRY_AFTER_S })
}

export const onError =
  (log: Log): ErrorHandler<RequestEnv> =>
  (error, c) => {
    c.header("Cache-Control", "no-store")
    const refusal = refusalOf(error)
    // A refusal of 500 and above has a cause that someone has to look after.
    if (refusal === null || refusal.status >= 500)
      log.error("request.failed", { id: c.get("requestId"), path: c.req.path, error: errorText(error) })
    if (refusal !== null) return present(c, refusal)
    const body: RefusalBody = { error: { code: "internal_error", message: GENERAL.internal } }
    return c.json(body, 500)
  }

/** JSON for programs under /api, /auth and /files; pages have their own not-found document. */
export const notFound = (c: Context): Response => present(c, new Refusal("not_found"))
