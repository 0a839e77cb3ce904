// Builds a script of the documents: vite.config.ts says which, each a small file of its own. They are built as libraries: otherwise
// Vite adds a kilobyte of preloading to every import().
import { defineConfig } from "vite"

export default defineConfig({
  publicDir: false,
  build: {
    target: "es2022",
    outDir: "build/client",
    emptyOutDir: false,
    rolldownOptions: { output: { entryFileNames: "assets/[name]-[hash].js", minify: true, comments: false } },
  },
})
