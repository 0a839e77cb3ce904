// A collector of traces for the tests: what the program sends to it, as OTLP over HTTP in JSON.
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, string>
  /** of the program */
  resource: Record<string, string>
}

interface Listed {
  key: string
  value: { stringValue?: string; intValue?: string }
}

const read = (attributes: Listed[]): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? ""]))

export async function startCollector() {
  const spans: ReceivedSpan[] = []
  const requests: { path: string; headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    requests.push({ path: request.url ?? "", headers: request.headers, body })
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans)
      for (const { spans: sent } of scopeSpans)
        for (const span of sent)
          spans.push({ ...span, attributes: read(span.attributes), resource: read(resource.attributes) })
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
