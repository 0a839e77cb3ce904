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

/** The index of the icons names six thousand files: reading them all would be nearly the whole time of a build. */
const iconsOneByOne = (): Plugin => ({
  name: "icons-one-by-one",
  enforce: "pre",
  transform(code) {
    return code.replace(/import \{([^}]*)\} from "@tabler\/icons-react"/g, (_, names: string) =>
      names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "" && !name.startsWith("type "))
        .map((name) => `import ${name} from "@tabler/icons-react/dist/esm/icons/${name}.mjs"`)
        .join(";"),
    )
  },
})

export default defineConfig({
  plugins: [iconsOneByOne(), tailwindcss(), reactRouter(), visitorScript()],
  // Bundled, so that a start does not read a file per icon.
  ssr: { noExternal: ["@tabler/icons-react"] },
  build: { manifest: true, target: "es2022", sourcemap: false },
})
