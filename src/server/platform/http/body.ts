// Reads a JSON body: right type, right size, right shape, or a refusal that says which.
import { IncomingMessage } from "node:http"
import type { Context } from "hono"
import * as z from "zod/mini"
import { Refusal } from "../../../domain/errors.ts"
import { fieldErrors } from "../../../domain/forms.ts"
import { JSON_BODY_MAX_BYTES } from "../../../domain/limits.ts"
import { GENERAL } from "../../../domain/messages.ts"

/** From Node's own request where there is one: what a reader leaves of it can be taken afterwards (rest-of-body.ts). */
function chunksOf(c: Context): AsyncIterable<Uint8Array> {
  const incoming: unknown = c.env?.incoming
  if (incoming instanceof IncomingMessage) return incoming.iterator({ destroyOnReturn: false })
  return (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>
}

/** The body as it arrives. A sender who hangs up in the middle is refused, not taken for a mistake of ours. */
export async function* bodyChunks(c: Context): AsyncGenerator<Uint8Array> {
  try {
    yield* chunksOf(c)
  } catch {
    throw new Refusal("bad_request")
  }
  await c.get("onBodyRead")?.()
}

/** False while there is more to come: a sender may take its time, up to the limits in listen.ts. */
export function isBodyHere(c: Context): boolean {
  const incoming: unknown = c.env?.incoming
  return incoming instanceof IncomingMessage && incoming.complete
}

async function wholeBody(c: Context, maxBytes: number): Promise<Uint8Array> {
  const bytes = await c.req.raw.arrayBuffer().catch(() => {
    throw new Refusal("bad_request")
  })
  if (bytes.byteLength > maxBytes) throw new Refusal("payload_too_large")
  await c.get("onBodyRead")?.()
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

/** Nothing is unpacked here: a few kilobytes may become gigabytes. */
export function requireUnpacked(c: Context): void {
  const coding = c.req.header("content-encoding")?.trim().toLowerCase() ?? ""
  if (coding !== "" && coding !== "identity") throw new Refusal("unsupported_media_type", { message: GENERAL.packed })
}

const UTF_8 = /^charset="?utf-?8"?$/

/** `application/json`, in UTF-8 whether it says so or not (RFC 8259). @throws Refusal unsupported_media_type */
function requireJson(c: Context): void {
  const [type, ...parameters] = (c.req.header("content-type") ?? "").toLowerCase().split(";")
  const charsets = parameters.map((each) => each.trim()).filter((each) => each.startsWith("charset"))
  if (type?.trim() !== "application/json" || !charsets.every((each) => UTF_8.test(each)))
    throw new Refusal("unsupported_media_type")
}

export async function readJson(c: Context): Promise<unknown> {
  requireJson(c)
  requireUnpacked(c)
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

/** The same for a body that no form shows: one sentence for all of it. */
export async function readWhole<Schema extends z.core.$ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  const parsed = z.safeParse(schema, await readJson(c))
  if (!parsed.success) throw new Refusal("validation_failed", { message: GENERAL.badRequest })
  return parsed.data
}
