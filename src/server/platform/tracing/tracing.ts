// OpenTelemetry traces: requests, database queries, emails and pictures in a bucket, each as a span. Loaded only when
// OTEL_EXPORTER_OTLP_ENDPOINT is set. Spans hold no addresses, names, parameters or other personal data.
import { AsyncLocalStorage } from "node:async_hooks"
import { randomBytes } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Config } from "../config/config.ts"
import { traceParent } from "../http/request-log.ts"
import type { Log } from "../log.ts"
import { createExporter, KIND, type Span, type SpanAttributes } from "./otlp-exporter.ts"
import { createSampler } from "./sampler.ts"

/** The route of pages and files in the metrics, too: there are as many addresses as people. */
const PAGES_ROUTE = "/*"

export type Tracing = ReturnType<typeof createTracing>

export function createTracing(config: Config, log: Log) {
  const exporter = createExporter(config, log)
  const isSampled = createSampler(config)
  const parentOf = traceParent(config.TRUSTED_PROXIES)
  /** null: this trace is not recorded */
  const current = new AsyncLocalStorage<Span | null>()

  function begin(name: string, kind: Span["kind"], parent: { traceId: string; spanId: string } | null): Span {
    const span = {
      spanId: randomBytes(8).toString("hex"),
      name,
      kind,
      startMs: now(),
      attributes: {},
      hasFailed: false,
    }
    return parent === null
      ? { ...span, traceId: randomBytes(16).toString("hex") }
      : { ...span, traceId: parent.traceId, parentSpanId: parent.spanId }
  }

  function end(span: Span): void {
    exporter.add(span, now())
  }

  async function record<T>(span: Span, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
    span.attributes = attributes
    try {
      return await current.run(span, work)
    } catch (error) {
      span.hasFailed = true
      // Messages may quote what people typed.
      span.attributes["error.type"] = errorType(error)
      throw error
    } finally {
      end(span)
    }
  }

  /** The same as a trace of its own, because no single request is its cause. */
  function apart<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
    const span = begin(name, KIND.client, null)
    return isSampled(span.traceId, undefined) ? record(span, attributes, work) : current.run(null, work)
  }

  return {
    /** Answers a request as a span, which ends with its response. */
    request(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
      const parent = parentOf(request.socket.remoteAddress, request.headers.traceparent)
      const span = begin(methodOf(request), KIND.server, parent)
      if (!isSampled(span.traceId, parent?.isSampled)) {
        current.run(null, answer)
        return
      }
      response.once("close", () => {
        const { statusCode } = response
        const route = span.attributes["http.route"] ?? PAGES_ROUTE
        span.name = `${methodOf(request)} ${route}`
        span.attributes = {
          "http.request.method": methodOf(request),
          "http.route": route,
          "http.response.status_code": statusCode,
        }
        span.hasFailed = statusCode >= 500
        end(span)
      })
      current.run(span, answer)
    },
    /** @param route the pattern of the current request, never its address */
    setRoute(route: string): void {
      const span = current.getStore()
      if (span?.kind === KIND.server) span.attributes["http.route"] = route
    },
    /** What the program asks of another service. */
    outgoing<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
      const parent = current.getStore()
      if (parent === undefined) return apart(name, attributes, work)
      return parent === null ? work() : record(begin(name, KIND.client, parent), attributes, work)
    },
    apart,
    /** Like `outgoing`, but only as part of a trace: the program's own regular queries are none. */
    query<T>(describe: () => { name: string; attributes: SpanAttributes }, work: () => Promise<T>): Promise<T> {
      const parent = current.getStore()
      if (parent === null || parent === undefined) return work()
      const { name, attributes } = describe()
      return record(begin(name, KIND.client, parent), attributes, work)
    },
    /** Sends what is waiting. */
    close: () => exporter.close(),
  }
}

/** Unix time in ms; does not jump while the program runs. */
const now = (): number => performance.timeOrigin + performance.now()

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "PROPPATCH", "REPORT"])
const methodOf = ({ method = "" }: IncomingMessage): string => (METHODS.has(method) ? method : "_OTHER")

/** A code such as ECONNREFUSED or 23505, or the class. */
function errorType(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  return typeof code === "string" && /^\w{1,40}$/.test(code) ? code : error instanceof Error ? error.name : "unknown"
}
