// Builds the service worker: one small file at the root of the site, whose name never changes.
import { defineConfig } from "vite"

export default defineConfig({
  publicDir: false,
  build: {
    target: "es2022",
    outDir: "build/client",
    emptyOutDir: false,
    lib: { entry: "src/web/offline/service-worker.ts", formats: ["es"], fileName: () => "service-worker.js" },
    rolldownOptions: { output: { minify: true } },
  },
})
