// Builds the visitor script: one small file, and beside it the writer of contact cards, which is fetched when somebody is about to save;
// the landing page's own script is a third.
import { defineConfig } from "vite"

export default defineConfig({
  publicDir: false,
  build: {
    target: "es2022",
    outDir: "build/client",
    emptyOutDir: false,
    manifest: ".vite/visitor.json",
    // As a library: otherwise Vite adds a kilobyte of preloading to every import().
    lib: {
      entry: ["src/web/visitor/visitor.ts", "src/web/visitor/contact-card.ts", "src/web/visitor/claim.ts"],
      formats: ["es"],
    },
    rolldownOptions: { output: { entryFileNames: "assets/[name]-[hash].js", minify: true } },
  },
})
