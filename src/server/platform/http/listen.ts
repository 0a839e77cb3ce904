// The listening server: limits of time for slow clients, fast paths for what can be answered at once, the application for the rest.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { getRequestListener } from "@hono/node-server"
import type { createApp } from "../../app.ts"
import type { FastPath } from "./fast-path.ts"
import { isUnclear } from "./unclear-request.ts"

const HEADERS_TIMEOUT_MS = 10_000
/** A photo of 5 MB over one bar of signal. */
const REQUEST_TIMEOUT_MS = 120_000
/** Every other body is a few kilobytes. */
const SMALL_BODY_TIMEOUT_MS = 10_000
const PICTURE = /^\/api\/profile\/(photo|banner)$/
/** Neither sent nor taken anything: someone who asks and does not read the answers. */
const SILENT_TIMEOUT_MS = 120_000
/** How often Node looks whose time is up; by default it does so twice a minute. */
const LOOK_AROUND_MS = 2_000
/** Requests that one connection may send ahead of their answers. Browsers and proxies send none; each costs memory until its turn. */
const AHEAD_MAX = 32

/** Node has one time for all requests, and that is the photo's. Answers as Node itself does. */
function endSlowBody(request: IncomingMessage, response: ServerResponse): void {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers
  if ((length === undefined && encoding === undefined) || PICTURE.test(request.url ?? "")) return
  const { socket } = request
  const timer = setTimeout(() => {
    if (request.complete) return
    if (!response.headersSent) socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n")
    socket.destroySoon()
  }, SMALL_BODY_TIMEOUT_MS)
  // Not with the answer: a body that is still coming after its refusal holds the connection, too.
  const stop = () => {
    clearTimeout(timer)
    socket.off("close", stop)
  }
  request.once("end", stop)
  request.once("error", stop)
  // The connection may carry thousands of requests: it keeps this listener for one of them only.
  socket.once("close", stop)
}

/** How many requests of a connection wait for their turn. */
const ahead = new WeakMap<Socket, number>()

/** @returns whether the connection has sent so much ahead that it is at an end */
function endFarAhead(request: IncomingMessage, response: ServerResponse): boolean {
  const { socket } = request
  // Node parses what has arrived to its end, also after that.
  if (socket.destroyed) return true
  // It has the connection once the answers before it are sent.
  if (response.socket !== null) return false
  const count = (ahead.get(socket) ?? 0) + 1
  ahead.set(socket, count)
  if (count > AHEAD_MAX) {
    socket.destroy()
    return true
  }
  response.once("close", () => ahead.set(socket, (ahead.get(socket) ?? 1) - 1))
  return false
}

/** Resolves once it listens; `port` 0 takes a free one. */
export async function listen(
  app: ReturnType<typeof createApp>,
  fastPaths: readonly FastPath[],
  at: { host: string; port: number },
  isStopping: () => boolean = () => false,
): Promise<Server> {
  const inside = getRequestListener(app.fetch)
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: LOOK_AROUND_MS,
    },
    (request, response) => {
      if (endFarAhead(request, response)) return
      endSlowBody(request, response)
      // Anyone who asks next is to open a new connection, to a process that stays.
      if (isStopping()) response.shouldKeepAlive = false
      if (isUnclear(request) || !fastPaths.some((fastPath) => fastPath(request, response)))
        void inside(request, response)
    },
  )
  // Node itself would hang up without a word.
  server.on("connect", (_request, socket) => {
    socket.end("HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
  })
  server.timeout = SILENT_TIMEOUT_MS
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(at.port, at.host, resolve)
  })
  return server
}
