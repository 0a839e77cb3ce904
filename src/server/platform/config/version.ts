// The program's own version: package.json's, and the commit it was made from, such as 0.1.0+7182ab2. The image has the commit in a file
// of its own, a checkout in .git.
import { existsSync, readFileSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url))
const SHOWN_DIGITS = 7

const textOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, "utf8").trim() : null)

/** Read without git, which is on few servers. */
function commitIn(root: string): string | null {
  const at = join(root, ".git")
  if (!existsSync(at)) return null
  // A file in a worktree: it names the folder.
  const folder = statSync(at).isDirectory()
    ? at
    : resolve(
        root,
        readFileSync(at, "utf8")
          .replace(/^gitdir: /, "")
          .trim(),
      )
  const shared = resolve(folder, textOf(join(folder, "commondir")) ?? ".")
  const head = textOf(join(folder, "HEAD")) ?? ""
  const ref = /^ref: (.+)$/.exec(head)?.[1]
  if (ref === undefined) return head
  const packed = textOf(join(shared, "packed-refs")) ?? ""
  return (
    textOf(join(folder, ref)) ??
    textOf(join(shared, ref)) ??
    packed.split("\n").find((line) => line.endsWith(` ${ref}`)) ??
    null
  )
}

/** The first 40 digits, or null where neither is there or readable. */
function commitOf(root: string): string | null {
  try {
    const text = textOf(join(root, "commit")) || commitIn(root)
    return /^[0-9a-f]{40}/.exec(text ?? "")?.[0] ?? null
  } catch {
    return null
  }
}

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string }
const commit = commitOf(ROOT)

export const COMMIT = commit ?? "unknown"
export const VERSION = commit === null ? manifest.version : `${manifest.version}+${commit.slice(0, SHOWN_DIGITS)}`
