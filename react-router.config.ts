// React Router in framework mode: the browser's application and the renderer of the public documents.
import type { Config } from "@react-router/dev/config"

export default {
  appDirectory: "src/web",
  buildDirectory: "build",
  ssr: true,
  routeDiscovery: { mode: "initial" },
} satisfies Config
