// The pages straight from their sources, for `npm run dev`: Vite renders them in this process and reloads them in the browser.
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { ServerBuild } from "react-router"
import type { Plugin, ViteDevServer } from "vite"
import type { Build } from "./build.ts"

/** Documents have no modules of their own: these scripts come in place of the built ones and bring Vite's client along. */
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

export interface DevBuild extends Build {
  /** Answers what belongs to Vite, in front of what the server has answered so far. */
  attach(server: Server): Promise<void>
}

export function createDevBuild(): DevBuild {
  const { promise: started, resolve: start } = Promise.withResolvers<ViteDevServer>()
  return {
    isDev: true,
    load: async () => (await started).ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
    visitor: () => ({
      script: "/@dev/visitor.js",
      islands: "/@dev/islands.js",
      claim: "/src/web/visitor/claim.ts",
      card: "/src/web/visitor/contact-card.ts",
      styles: "/src/web/styles/app.css?direct",
    }),
    file: () => undefined,
    async attach(server) {
      const { createServer } = await import("vite")
      const vite = await createServer({
        plugins: [devScripts()],
        // Found before the first page asks for them: found later, they would make it load again.
        optimizeDeps: { entries: ["src/web/**/*.tsx", "!src/web/**/*.test.tsx"] },
        server: { middlewareMode: true, hmr: { server } },
      })
      const [inside] = server.listeners("request") as ((request: IncomingMessage, response: ServerResponse) => void)[]
      server.removeAllListeners("request")
      server.on("request", (request: IncomingMessage, response: ServerResponse) =>
        vite.middlewares(request, response, () => inside?.(request, response)),
      )
      // Its connections to browsers would hold the end up.
      for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => void vite.close())
      start(vite)
    },
  }
}
