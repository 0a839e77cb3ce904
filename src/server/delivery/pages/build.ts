// The build on disk: the renderer, the files for the browser, and where the visitor scripts are.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { ServerBuild } from "react-router"
import type { VisitorFiles } from "../../../web/page-data.ts"
import { type BuiltFile, listBuiltFiles } from "./built-files.ts"

export interface Build {
  /** True for `npm run dev`: sources may change at any time, so no page is kept, and pages may run Vite's inline scripts. */
  isDev?: true
  load(): Promise<ServerBuild>
  visitor(): VisitorFiles | undefined
  /** of everything that decides what a page looks like: the build, and what the server adds to it */
  digest(): string | undefined
  /** A file for the browser, compressed on first use; undefined when the build has none at this path. */
  file(path: string): Promise<BuiltFile> | undefined
}

/** The part of Vite's manifests that is used here. */
type Manifest = Record<string, { file: string; css?: string[]; isEntry?: boolean }>

function manifest(path: string): Manifest {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Manifest
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {}
    throw error
  }
}

/** Files outside the build that affect pages: part of the digest, so that a change of theirs shows without a new version. */
const SOURCES = ["../../../domain/", "./", "../../features/profiles/"].map((folder) => new URL(folder, import.meta.url))

function digestOf(folders: readonly URL[]): string {
  const hash = createHash("sha256")
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort())
      if (/(?<!\.test)\.[jt]s$/.test(name)) hash.update(`${name}\0`).update(readFileSync(new URL(name, folder)))
  return hash.digest("base64url")
}

/** @param folder of the build, ending in a slash */
export function openBuild(folder: URL): Build {
  const client = fileURLToPath(new URL("client/", folder))
  const application = manifest(join(client, ".vite/manifest.json"))
  const address = (file: string | undefined): string => {
    if (file === undefined) throw new Error("The build is not complete: run npm run build")
    return `/${file}`
  }
  const script = (name: string): string =>
    address(manifest(join(client, `.vite/${name}.json`))[`src/web/visitor/${name}.ts`]?.file)
  const visitor = {
    script: script("visitor"),
    islands: address(application["src/web/visitor/islands.tsx"]?.file),
    claim: script("claim"),
    card: script("contact-card"),
    offer: script("offer-browser"),
    // The application's styles belong to its root; islands need them too.
    styles: address(application["src/web/root.tsx?__react-router-build-client-route"]?.css?.[0]),
  }
  const files = listBuiltFiles(client)
  let digest: string | undefined
  return {
    load: () => import(new URL("server/index.js", folder).href) as Promise<ServerBuild>,
    visitor: () => visitor,
    digest() {
      digest ??= digestOf([new URL("server/", folder), ...SOURCES])
      return digest
    },
    file: (path) => files.get(path)?.(),
  }
}
