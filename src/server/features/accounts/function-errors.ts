// How the functions of the specification (section 7) say no: `error` is read as text.
import type { ErrorHandler } from "hono"
import type { FunctionRefusal } from "../../../api/errors.ts"
import { GENERAL } from "../../../domain/messages.ts"
import type { RequestEnv } from "../../platform/http/env.ts"
import { refusalOf } from "../../platform/http/errors.ts"
import { errorText, type Log } from "../../platform/log.ts"

export const isFunctionPath = (path: string): boolean => /^\/api\/(functions|rpc)\//.test(path)

export const onFunctionError =
  (log: Log): ErrorHandler<RequestEnv> =>
  (error, c) => {
    c.header("Cache-Control", "no-store")
    const refusal = refusalOf(error)
    if (refusal === null || refusal.status >= 500)
      log.error("request.failed", { id: c.get("requestId"), path: c.req.path, error: errorText(error) })
    if (refusal === null) return c.json({ error: GENERAL.internal, code: "internal_error" }, 500)
    const { message, code, methods, status, retryAfterS } = refusal
    if (retryAfterS !== undefined) c.header("Retry-After", String(retryAfterS))
    const body: FunctionRefusal = { error: message, code, ...(methods && { methods }) }
    return c.json(body, status)
  }
