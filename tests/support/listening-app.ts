// The whole application behind a real socket, in this process: a browser can visit it, and the test can reach its services.
import { once } from "node:events"
import type { Server } from "node:http"
import { listen } from "../../src/server/platform/http/listen.ts"
import { type TestApp, testApp } from "./app.ts"
import { freePort } from "./free-port.ts"

export interface ListeningApp extends TestApp {
  /** such as http://127.0.0.1:41234 */
  origin: string
}

/**
 * Its clock stands still at the browser's time, so that sessions are as old as the browser thinks.
 * @param host as the browser calls it; passkeys need a name @param given the port, if someone has to know it before
 */
export async function listeningApp(
  env: Record<string, string> = {},
  host = "127.0.0.1",
  given?: number,
): Promise<ListeningApp> {
  const port = given ?? (await freePort())
  const origin = `http://${host}:${port}`
  const site = await testApp({ PUBLIC_ORIGIN: origin, ...env })
  site.advance(Date.now() - site.services.clock().getTime())
  const server = await listen(site.app, () => false, { host: "127.0.0.1", port })
  keepConnections(server)
  return {
    ...site,
    origin,
    async close() {
      await closeServer(server)
      await site.close()
    },
  }
}

/**
 * Server and test are one process: while it is busy, the time for a request passes that it has not read yet, and a connection ends in
 * the moment in which it is used again.
 */
export function keepConnections(server: Server): void {
  server.headersTimeout = 120_000
  server.keepAliveTimeout = 120_000
}

/** Ends connections that are still open, too. */
export async function closeServer(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, "close")
}
