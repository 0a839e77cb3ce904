// The listening server: limits of time for slow clients, the front door for pages at hand, the application for the rest.
import { createServer, type Server } from "node:http"
import { getRequestListener } from "@hono/node-server"
import type { createApp } from "./app.ts"
import type { FrontDoor } from "./pages/front-door.ts"

const HEADERS_TIMEOUT_MS = 10_000
/** A photo of 5 MB over one bar of signal. */
const REQUEST_TIMEOUT_MS = 120_000
/** How often Node looks whose time is up; by default it does so twice a minute. */
const LOOK_AROUND_MS = 2_000

/** Resolves once it listens; `port` 0 takes a free one. */
export async function listen(
  app: ReturnType<typeof createApp>,
  frontDoor: FrontDoor,
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
      // Whoever asks next is to open a new connection, to a process that stays.
      if (isStopping()) response.shouldKeepAlive = false
      if (!frontDoor(request, response)) inside(request, response)
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(at.port, at.host, resolve)
  })
  return server
}
