// Validators of pages and files: weak, because one stands for every encoding of the same bytes.
import { createHash } from "node:crypto"

export const etagOf = (bytes: Uint8Array | string): string =>
  `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`
