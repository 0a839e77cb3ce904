// Forged archives: a real one with other files in it, and every checksum and count right again.
import { createHash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { Readable } from "node:stream"
import { gunzipSync, gzipSync } from "node:zlib"
import type { Manifest } from "../../src/server/operations/backup/manifest.ts"
import { END, headerOf, paddingOf, tarEntries, whole } from "../../src/server/operations/backup/tar.ts"

export interface Archive {
  /** name → bytes, in order */
  files: Map<string, Buffer>
  manifest: Manifest
}

export type Row = Record<string, unknown>

export async function readArchive(path: string): Promise<Archive> {
  const files = new Map<string, Buffer>()
  const plain = gunzipSync(await readFile(path))
  for await (const { name, pieces } of tarEntries(Readable.from([plain]))) files.set(name, await whole(pieces))
  const manifest = JSON.parse(String(files.get("manifest.json")))
  files.delete("manifest.json")
  files.delete("SHA256SUMS")
  return { files, manifest }
}

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex")

export const entry = (name: string, bytes: Buffer): Buffer =>
  Buffer.concat([headerOf(name, bytes.length, new Date(0)), bytes, paddingOf(bytes.length)])

/** The checksums and the manifest behind these files. */
export function sealed(files: [name: string, bytes: Buffer][], manifest: object): Buffer[] {
  const sums = Buffer.from(files.map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`).join(""))
  const last = Buffer.from(JSON.stringify({ ...manifest, checksums_sha256: sha256(sums) }))
  return [entry("SHA256SUMS", sums), entry("manifest.json", last)]
}

export async function writeArchive(path: string, { files, manifest }: Archive): Promise<string> {
  const all = [...files]
  const parts = [...all.map(([name, bytes]) => entry(name, bytes)), ...sealed(all, manifest), END]
  await writeFile(path, gzipSync(Buffer.concat(parts), { level: 1 }))
  return path
}

export const rowsIn = ({ files }: Archive, table: string): Row[] =>
  String(files.get(`tables/${table}.ndjson`))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Puts these lines in the place of the table's, and counts them. */
export function setLines(archive: Archive, table: string, lines: string[]): void {
  archive.files.set(`tables/${table}.ndjson`, Buffer.from(lines.map((line) => `${line}\n`).join("")))
  const described = archive.manifest.tables.find(({ name }) => name === table)
  if (described !== undefined) described.rows = lines.length
}

export const setRows = (archive: Archive, table: string, rows: Row[]): void =>
  setLines(
    archive,
    table,
    rows.map((row) => JSON.stringify(row)),
  )
