// The listening server: time limits for slow clients, a fast path for page visits, the application for everything else.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { getRequestListener } from "@hono/node-server"
import type { Hono } from "hono"
import { ConfigError } from "../config/config.ts"
import type { Tracing } from "../tracing/tracing.ts"
import type { RequestEnv } from "./env.ts"
import { listenProblem } from "./port-is-free.ts"
import { isAmbiguous } from "./request-guards.ts"

const HEADERS_TIMEOUT_MS = 10_000
/** A photo of 5 MB over one bar of signal. */
const REQUEST_TIMEOUT_MS = 120_000
/** For every other body: a few kilobytes, or at most a megabyte of contacts. */
const SMALL_BODY_TIMEOUT_MS = 10_000
const PICTURE = /^\/api\/(?:profile|account\/profiles\/[^/]+)\/(?:photo|banner)$/
/** For connections that neither send nor take anything, such as a client that does not read its responses. */
const SILENT_TIMEOUT_MS = 120_000
/** How often Node checks these limits; its default is twice a minute. */
const CHECK_EVERY_MS = 2_000
/** Requests that one connection may pipeline. Each takes memory until it is answered. Browsers and proxies do not pipeline. */
const PIPELINED_MAX = 32

/** @returns false when the application has to answer */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>

/** Resolves once it listens; `port` 0 takes a free one. */
export async function listen(
  app: Hono<RequestEnv>,
  fastPath: FastPath,
  at: { host: string; port: number },
  { isStopping = () => false, tracing = null }: { isStopping?: () => boolean; tracing?: Tracing | null } = {},
): Promise<Server> {
  const appListener = getRequestListener(app.fetch)
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const answered = !isAmbiguous(request) && fastPath(request, response)
    if (answered === false) void appListener(request, response)
    else if (answered !== true) void answered.then((isAnswered) => void (isAnswered || appListener(request, response)))
  }
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    (request, response) => {
      if (limitPipelining(request, response)) return
      endSlowBody(request, response)
      // The client's next request opens a new connection, to a process that is not stopping.
      if (isStopping()) response.shouldKeepAlive = false
      if (tracing === null) answer(request, response)
      else tracing.request(request, response, () => answer(request, response))
    },
  )
  // Node itself would close the connection without a response.
  server.on("connect", (_request, socket) => {
    socket.end("HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
  })
  server.timeout = SILENT_TIMEOUT_MS
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      const problem = listenProblem(error, { HOST: at.host, PORT: at.port })
      reject(problem === null ? error : new ConfigError(problem))
    })
    server.listen(at.port, at.host, resolve)
  })
  return server
}

/** How many requests of a connection wait for their turn. */
const pipelined = new WeakMap<Socket, number>()

/** @returns whether the connection was closed because it pipelines too much */
function limitPipelining(request: IncomingMessage, response: ServerResponse): boolean {
  const { socket } = request
  // Node parses all that has arrived, even after the socket is destroyed.
  if (socket.destroyed) return true
  // A response has its connection once the responses before it are sent.
  if (response.socket !== null) return false
  const count = (pipelined.get(socket) ?? 0) + 1
  pipelined.set(socket, count)
  if (count > PIPELINED_MAX) {
    socket.destroy()
    return true
  }
  response.once("close", () => pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1))
  return false
}

/** Node has one time limit for all requests: the one that a photo needs. Responds as Node itself does. */
function endSlowBody(request: IncomingMessage, response: ServerResponse): void {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers
  if ((length === undefined && encoding === undefined) || PICTURE.test(request.url ?? "")) return
  const { socket } = request
  const timer = setTimeout(() => {
    if (request.complete) return
    if (!response.headersSent) socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n")
    socket.destroySoon()
  }, SMALL_BODY_TIMEOUT_MS)
  // Not at the end of the response: a body that still arrives after its refusal occupies the connection, too.
  const stop = () => {
    clearTimeout(timer)
    socket.off("close", stop)
  }
  request.once("end", stop)
  request.once("error", stop)
  // A connection may carry thousands of requests, and would otherwise collect a listener for each.
  socket.once("close", stop)
}

let pendingSends: (() => void)[] = []

/**
 * Sends a response once everything that has arrived is read, right after the other responses: a client that waits for one of them is
 * awake when the next comes. On a busy server, waking it for each would cost more than the response itself.
 */
export function sendTogether(send: () => void): void {
  if (pendingSends.push(send) === 1) setImmediate(sendAll)
}

function sendAll(): void {
  const batch = pendingSends
  pendingSends = []
  for (const send of batch) send()
}
