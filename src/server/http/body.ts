// Reads a JSON body: right type, right size, right shape, or a refusal that says which.
import type { Context } from "hono"
import * as z from "zod/mini"
import { Refusal } from "../../domain/errors.ts"
import { fieldErrors } from "../../domain/forms.ts"
import { JSON_BODY_MAX_BYTES } from "../../domain/limits.ts"

/** The body as it arrives. A sender who hangs up in the middle is refused, not taken for a mistake of ours. */
export async function* bodyChunks(c: Context): AsyncGenerator<Uint8Array> {
  try {
    yield* (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>
  } catch {
    throw new Refusal("bad_request")
  }
}

async function wholeBody(c: Context, maxBytes: number): Promise<Uint8Array> {
  const bytes = await c.req.raw.arrayBuffer().catch(() => {
    throw new Refusal("bad_request")
  })
  if (bytes.byteLength > maxBytes) throw new Refusal("payload_too_large")
  return new Uint8Array(bytes)
}

/** The body's bytes, refused as soon as more than `maxBytes` have arrived. */
export async function readBytes(c: Context, maxBytes: number): Promise<Uint8Array> {
  const announced = c.req.header("content-length")
  if (Number(announced ?? 0) > maxBytes) throw new Refusal("payload_too_large")
  // No more than was announced can arrive: read whole, at half the cost of a stream.
  if (announced !== undefined && c.req.header("transfer-encoding") === undefined) return wholeBody(c, maxBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bodyChunks(c)) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Refusal("payload_too_large")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export async function readJson(c: Context): Promise<unknown> {
  const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase()
  if (type !== "application/json") throw new Refusal("unsupported_media_type")
  const bytes = await readBytes(c, JSON_BODY_MAX_BYTES)
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal("bad_json")
  }
}

/** The body in the schema's shape, or `validation_failed` with a sentence per field. */
export async function readForm<Schema extends z.core.$ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  const parsed = z.safeParse(schema, await readJson(c))
  if (!parsed.success) {
    const fields = fieldErrors(parsed.error)
    throw new Refusal("validation_failed", { fields })
  }
  return parsed.data
}
