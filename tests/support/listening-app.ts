// The whole application behind a real socket, in this process: a browser can visit it, and the test can reach its services.
import { once } from "node:events"
import { listen } from "../../src/server/platform/http/listen.ts"
import { type TestApp, testApp } from "./app.ts"
import { freePort } from "./free-port.ts"

export interface ListeningApp extends TestApp {
  /** such as http://127.0.0.1:41234 */
  origin: string
}

/** Its clock stands still at the browser's time, so that sessions are as old as the browser thinks. */
export async function listeningApp(env: Record<string, string> = {}): Promise<ListeningApp> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const site = await testApp({ PUBLIC_ORIGIN: origin, ...env })
  site.advance(Date.now() - site.services.clock().getTime())
  const server = await listen(site.app, () => false, { host: "127.0.0.1", port })
  return {
    ...site,
    origin,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
      await site.close()
    },
  }
}
