// The line of each request in the log, and the ids of the request in other systems, which a trusted proxy may send.
import { randomUUID } from "node:crypto"
import type { Config } from "../config/config.ts"
import type { Log, LogFields } from "../log.ts"
import { normalizedIp, trustedNetworks } from "./client-ip.ts"

/** A proxy may pass on an id that the visitor sent. Only safe characters are accepted. */
const ID = /^[A-Za-z0-9._-]{8,64}$/
/** W3C Trace Context. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const NONE = /^0+$/

interface RequestIds {
  id: string
  /** the trace id of `traceparent` */
  trace?: string
}

type Header = string | string[] | undefined

/** @returns a function that reads the headers X-Request-Id and traceparent if the connection is a trusted proxy's; otherwise makes an id */
export function requestIds(trustedProxies: readonly string[]) {
  const isTrusted = trustedNetworks(trustedProxies)
  return (remoteAddress: string | undefined, requestId: Header, traceparent: Header): RequestIds => {
    if (requestId === undefined && traceparent === undefined) return { id: randomUUID() }
    const from = normalizedIp(remoteAddress ?? "")
    if (from === null || !isTrusted(from)) return { id: randomUUID() }
    const id = typeof requestId === "string" && ID.test(requestId) ? requestId : randomUUID()
    const trace = parsed(traceparent)?.traceId
    return trace === undefined ? { id } : { id, trace }
  }
}

interface TraceParent {
  traceId: string
  spanId: string
  isSampled: boolean
}

function parsed(traceparent: Header): TraceParent | null {
  const [, traceId, spanId, flags] = (typeof traceparent === "string" && TRACEPARENT.exec(traceparent)) || []
  if (traceId === undefined || spanId === undefined || NONE.test(traceId) || NONE.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags ?? "0", 16) & 1) === 1 }
}

/** @returns a function that reads the header traceparent if the connection is a trusted proxy's */
export function traceParent(trustedProxies: readonly string[]) {
  const isTrusted = trustedNetworks(trustedProxies)
  return (remoteAddress: string | undefined, traceparent: Header): TraceParent | null => {
    if (traceparent === undefined) return null
    const from = normalizedIp(remoteAddress ?? "")
    return from !== null && isTrusted(from) ? parsed(traceparent) : null
  }
}

/** @returns a function that logs a request; ordinary requests only with the probability REQUEST_LOG */
export function createRequestLog(
  { REQUEST_LOG }: Pick<Config, "REQUEST_LOG">,
  log: Pick<Log, "info">,
  random: () => number = Math.random,
) {
  return (isOrdinary: boolean, fields: LogFields): void => {
    if (isOrdinary && REQUEST_LOG < 1 && random() >= REQUEST_LOG) return
    log.info("request", fields)
  }
}
