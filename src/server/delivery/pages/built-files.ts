// Built files for the browser, compressed once, on first use. Names under /assets have a hash, so browsers keep them for a year.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { extname, join, relative } from "node:path"
import { matchesEtag, weakEtag } from "../../platform/http/etag.ts"
import { UNSANDBOXED_POLICY } from "../../platform/http/headers.ts"
import { bodyOf, chooseEncoding, type Encoded, encode } from "./compress.ts"

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".xml": "application/xml; charset=utf-8",
}
/** Types that are compressed already. */
const COMPRESSED: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
}

export interface BuiltFile {
  type: string
  cache: string
  etag: string
  /** Content-Security-Policy, for files that the strictest one would break */
  policy?: string
  body: Encoded | Uint8Array<ArrayBuffer>
}

/** Files up to this size, such as the scripts of documents, get brotli's best quality, 11. It would take a second for the application's. */
const SMALL_FILE = 16 * 1024
const FOREVER = "public, max-age=31536000, immutable"
const HOUR = "public, max-age=3600"

/** @param quality of brotli */
export async function builtFile(name: string, bytes: Uint8Array, cache = HOUR, quality = 5): Promise<BuiltFile> {
  const extension = extname(name)
  const packed = COMPRESSED[extension]
  const body = packed === undefined ? await encode(bytes, quality) : new Uint8Array(bytes)
  return { type: packed ?? TYPES[extension] ?? "application/octet-stream", cache, etag: weakEtag(bytes), body }
}

/** The policy of a service worker is that of its own file: it may contact this server only. */
const WORKER = { name: "service-worker.js", cache: "no-cache", policy: `${UNSANDBOXED_POLICY}; connect-src 'self'` }

const cacheOf = (name: string): string =>
  name === WORKER.name ? WORKER.cache : name.startsWith("assets/") ? FOREVER : HOUR

/** By path; read and compressed on first use. Leaves out hidden folders, which hold the build's manifests. */
export function listBuiltFiles(folder: string): Map<string, () => Promise<BuiltFile>> {
  const files = new Map<string, () => Promise<BuiltFile>>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name)
    const name = relative(folder, full)
    if (!entry.isFile() || name.startsWith(".")) continue
    let file: Promise<BuiltFile> | undefined
    files.set(`/${name}`, () => {
      file ??= builtFile(name, readFileSync(full), cacheOf(name), statSync(full).size < SMALL_FILE ? 11 : 9)
      return name === WORKER.name ? file.then((worker) => ({ ...worker, policy: WORKER.policy })) : file
    })
  }
  return files
}

export function fileResponse(request: Request, file: BuiltFile): Response {
  const { type, cache, etag, policy, body } = file
  const headers: Record<string, string> = { "Cache-Control": cache, ETag: etag, Vary: "Accept-Encoding" }
  if (policy !== undefined) headers["Content-Security-Policy"] = policy
  if (matchesEtag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers })
  headers["Content-Type"] = type
  let bytes: Uint8Array<ArrayBuffer>
  if (body instanceof Uint8Array) bytes = body
  else {
    const encoding = chooseEncoding(request.headers.get("accept-encoding"))
    if (encoding !== "identity") headers["Content-Encoding"] = encoding
    bytes = bodyOf(body, encoding)
  }
  headers["Content-Length"] = String(bytes.byteLength)
  return new Response(request.method === "HEAD" ? null : bytes, { headers })
}
