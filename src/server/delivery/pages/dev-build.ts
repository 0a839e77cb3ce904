// Pages straight from their sources, for `npm run dev`: Vite renders them in this process and updates them in the browser.
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { ServerBuild } from "react-router"
import type { Plugin, ViteDevServer } from "vite"
import type { Build } from "./build.ts"

/** Documents have no modules: these scripts replace the built ones and bring Vite's client along. */
const SCRIPTS: Record<string, string> = {
  "/@dev/visitor.js": `import "/@vite/client"
import "/src/web/visitor/visitor.ts"
import.meta.hot.on("page-changed", () => location.reload())`,
  "/@dev/islands.js": `import "virtual:react-router/inject-hmr-runtime"
import "/src/web/visitor/islands.tsx"`,
}

const devScripts = (): Plugin => ({
  name: "dev-scripts",
  resolveId: (id) => (id in SCRIPTS ? id : undefined),
  load: (id) => SCRIPTS[id],
  hotUpdate({ modules, server }) {
    if (this.environment.name !== "ssr" || modules.length === 0) return
    server.environments.client.hot.send({ type: "custom", event: "page-changed" })
  },
})

export function createDevBuild() {
  const { promise: started, resolve: start } = Promise.withResolvers<ViteDevServer>()
  const build: Build = {
    isDev: true,
    load: async () => (await started).ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
    visitor: () => ({
      script: "/@dev/visitor.js",
      islands: "/@dev/islands.js",
      claim: "/src/web/visitor/claim.ts",
      card: "/src/web/visitor/contact-card.ts",
      offer: "/src/web/visitor/offer-browser.ts",
      styles: "/src/web/styles/app.css?direct",
    }),
    digest: () => undefined,
    file: () => undefined,
  }
  /** Puts Vite in front of the server's own listener. */
  async function attach(server: Server): Promise<void> {
    const { createServer } = await import("vite")
    const vite = await createServer({
      plugins: [devScripts()],
      // Vite would otherwise discover these packages while it serves the first page, and reload it.
      optimizeDeps: { entries: ["src/web/**/*.tsx", "!src/web/**/*.test.tsx"] },
      server: { middlewareMode: true, hmr: { server } },
    })
    const [inside] = server.listeners("request") as ((request: IncomingMessage, response: ServerResponse) => void)[]
    server.removeAllListeners("request")
    server.on("request", (request: IncomingMessage, response: ServerResponse) =>
      vite.middlewares(request, response, () => inside?.(request, response)),
    )
    // Otherwise its open connections to browsers would delay the shutdown.
    for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => void vite.close())
    start(vite)
  }
  return { ...build, attach }
}
