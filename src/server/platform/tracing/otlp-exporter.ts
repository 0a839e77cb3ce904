// Sends finished spans to a collector in batches: OTLP over HTTP, as JSON. A collector that is slow or away costs spans, never a request.
import { randomUUID } from "node:crypto"
import type { Config } from "../config/config.ts"
import { VERSION } from "../config/version.ts"
import { errorText, type Log } from "../log.ts"

/** As OpenTelemetry's own batches are by default. */
const WAITING_MAX = 2_048
const BATCH_MAX = 512
const EVERY_MS = 5_000
const WITHIN_MS = 10_000
/** How often an unreachable collector is logged. */
const SAID_EVERY_MS = 60_000

export const KIND = { server: 2, client: 3 } as const
const FAILED = 2

export type SpanAttributes = Record<string, string | number>

export interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: (typeof KIND)[keyof typeof KIND]
  /** Unix time in ms, with fractions */
  startMs: number
  attributes: SpanAttributes
  hasFailed: boolean
}

type Settings = Pick<
  Config,
  "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_EXPORTER_OTLP_HEADERS" | "OTEL_SERVICE_NAME" | "OTEL_RESOURCE_ATTRIBUTES"
>

export function createExporter(settings: Settings, log: Pick<Log, "warn">) {
  const address = `${settings.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, "")}/v1/traces`
  const headers = { ...settings.OTEL_EXPORTER_OTLP_HEADERS, "content-type": "application/json" }
  const resource = {
    attributes: listed({
      "service.instance.id": randomUUID(),
      "service.version": VERSION,
      ...settings.OTEL_RESOURCE_ATTRIBUTES,
      "service.name": settings.OTEL_SERVICE_NAME ?? settings.OTEL_RESOURCE_ATTRIBUTES["service.name"] ?? "meishi",
    }),
  }
  let waiting: object[] = []
  let lost = 0
  let saidMs = Number.NEGATIVE_INFINITY
  let sending: Promise<void> = Promise.resolve()
  const timer = setInterval(flush, EVERY_MS)
  timer.unref()

  async function send(spans: object[]): Promise<void> {
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "meishi" }, spans }] }] })
    try {
      const signal = AbortSignal.timeout(WITHIN_MS)
      const answer = await fetch(address, { method: "POST", headers, body, signal, redirect: "error" })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`status ${answer.status}`)
    } catch (error) {
      lost += spans.length
      if (performance.now() - saidMs < SAID_EVERY_MS) return
      saidMs = performance.now()
      log.warn("tracing.not_sent", { error: errorText(error), spans_lost: lost })
    }
  }

  /** One batch after the other. */
  function flush(): Promise<void> {
    const spans = waiting
    waiting = []
    for (let at = 0; at < spans.length; at += BATCH_MAX) {
      const batch = spans.slice(at, at + BATCH_MAX)
      sending = sending.then(() => send(batch))
    }
    return sending
  }

  let isFlushing = false
  return {
    add(span: Span, endMs: number): void {
      if (waiting.length >= WAITING_MAX) {
        lost += 1
        return
      }
      waiting.push(encoded(span, endMs))
      if (waiting.length < BATCH_MAX || isFlushing) return
      isFlushing = true
      flush().finally(() => {
        isFlushing = false
      })
    },
    close(): Promise<void> {
      clearInterval(timer)
      return flush()
    },
  }
}

const encoded = ({ startMs, attributes, hasFailed, ...span }: Span, endMs: number): object => ({
  ...span,
  startTimeUnixNano: nanoseconds(startMs),
  endTimeUnixNano: nanoseconds(endMs),
  attributes: listed(attributes),
  status: hasFailed ? { code: FAILED } : {},
})

/** Beyond what a number holds exactly: the format has them as text. */
const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`

const listed = (attributes: SpanAttributes): object[] =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }))
