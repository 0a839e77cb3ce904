// Builds src/web: the browser's application and the server's renderer. The visitor script has its own small build.
import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { build, defineConfig, type Plugin } from "vite"

/** The visitor script belongs to the same build, so that one never comes without the other. */
const visitorScript = (): Plugin => ({
  name: "visitor-script",
  apply: "build",
  async closeBundle() {
    if (this.environment.name === "client") await build({ configFile: "vite.visitor.config.ts", logLevel: "warn" })
  },
})

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), visitorScript()],
  // Its index names thousands of icons: bundled, only those in use are read.
  ssr: { noExternal: ["@tabler/icons-react"] },
  build: { manifest: true, target: "es2022", sourcemap: false },
})
