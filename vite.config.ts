// Builds src/web: the browser's application and the server's renderer. The visitor script has its own small build.
import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Its index names thousands of icons: bundled, only those in use are read.
  ssr: { noExternal: ["@tabler/icons-react"] },
  build: { manifest: true, target: "es2022", sourcemap: false },
})
