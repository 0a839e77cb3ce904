// The answer with a picture that is for the caller's eyes alone.
import type { Context } from "hono"
import type { StoredFile } from "../../platform/files/files.ts"

/** The guard of the route has said that nobody may keep it. */
export function privatePicture(c: Context, { bytes, type }: StoredFile): Response {
  c.header("Content-Type", type)
  return c.body(bytes)
}
