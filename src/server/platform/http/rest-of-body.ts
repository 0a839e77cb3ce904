// A request is often refused while its body is still being sent: too large, no picture, not signed in. A connection that is closed
// then is a network error for a browser, which reads the answer only when it has sent everything. So the rest is taken first, and
// thrown away.
import { IncomingMessage } from "node:http"
import { createMiddleware } from "hono/factory"

/** Ten of the largest pictures: anyone who sends more has to do without the answer. */
const REST_MAX_BYTES = 50 * 1024 * 1024
const REST_WITHIN_MS = 30_000

/** @returns whether nothing more is to come */
function discardRest(request: IncomingMessage): Promise<boolean> {
  if (Number(request.headers["content-length"] ?? 0) > REST_MAX_BYTES) return Promise.resolve(false)
  return new Promise((resolve) => {
    let left = REST_MAX_BYTES
    const end = () => {
      clearTimeout(timer)
      request.off("data", count).off("close", end).off("error", end)
      resolve(request.complete)
    }
    const count = (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0 || request.complete) end()
    }
    const timer = setTimeout(end, REST_WITHIN_MS)
    request.once("close", end).once("error", end).on("data", count).resume()
  })
}

/** The answer goes out when the body is in. What is still to come then is cut off: the connection is closed. */
export const answerAfterBody = createMiddleware<{ Bindings: { incoming?: unknown } }>(async (c, next) => {
  await next()
  const request = c.env?.incoming
  if (!(request instanceof IncomingMessage) || request.complete) return
  if (!(await discardRest(request))) c.res.headers.set("Connection", "close")
})
