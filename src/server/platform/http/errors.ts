// The one place that turns what was thrown into a response: a refusal keeps its sentence, everything else becomes a plain 500.
import type { Context, ErrorHandler } from "hono"
import { HTTPException } from "hono/http-exception"
import type { RefusalBody } from "../../../api/errors.ts"
import { Refusal } from "../../../domain/errors.ts"
import { GENERAL } from "../../../domain/messages.ts"
import { databaseError } from "../db/database-errors.ts"
import { errorText, type Log } from "../log.ts"
import type { RequestEnv } from "./env.ts"

const RETRY_AFTER_S = 5

/** An error that clients may read about; null: our own mistake. */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof HTTPException && error.status < 500) return new Refusal("bad_request")
  const trouble = databaseError(error)
  if (trouble === null) return null
  return new Refusal(trouble === "full" ? "storage_full" : "service_unavailable", { retryAfterS: RETRY_AFTER_S })
}

/**
 * Logs what an operator has to look at, and sets the headers that every error has.
 * @param present makes the response; null stands for a mistake of ours, of which clients learn nothing
 */
export const errorHandler =
  (present: (c: Context, refusal: Refusal | null) => Response) =>
  (log: Log): ErrorHandler<RequestEnv> =>
  (error, c) => {
    c.header("Cache-Control", "no-store")
    const refusal = refusalOf(error)
    if (refusal === null || refusal.status >= 500)
      log.error("request.failed", { id: c.get("requestId"), path: c.req.path, error: errorText(error) })
    if (refusal?.retryAfterS !== undefined) c.header("Retry-After", String(refusal.retryAfterS))
    return present(c, refusal)
  }

function present(c: Context, refusal: Refusal | null): Response {
  const error: RefusalBody["error"] =
    refusal === null ? { code: "internal_error", message: GENERAL.internal } : describe(refusal)
  return c.json({ error } satisfies RefusalBody, refusal?.status ?? 500)
}

const describe = ({ code, message, fields, methods, challenge }: Refusal): RefusalBody["error"] => ({
  code,
  message,
  ...(fields && { fields }),
  ...(methods && { methods }),
  ...(challenge && { challenge }),
})

/** The API's own errors. */
export const onError = errorHandler(present)

/** JSON for programs under /api, /auth and /files; pages have their own not-found document. */
export const notFound = (c: Context): Response => present(c, new Refusal("not_found"))
