// Reads request bodies: right type, right size, or a refusal that says which. Discards what a refusal leaves unread.

import { IncomingMessage } from "node:http"
import type { Context } from "hono"
import { createMiddleware } from "hono/factory"
import { Refusal } from "../../../domain/errors.ts"
import { FORM_BODY_MAX_BYTES, JSON_BODY_MAX_BYTES } from "../../../domain/limits.ts"
import { REQUEST } from "../../../domain/request-messages.ts"

/** Takes the body from Node's own request where there is one, so that the rest can be discarded afterward. */
function chunksOf(c: Context): AsyncIterable<Uint8Array> {
  const incoming: unknown = c.env?.incoming
  if (incoming instanceof IncomingMessage) return incoming.iterator({ destroyOnReturn: false })
  return (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>
}

/** The body as it arrives. A client that disconnects in the middle is refused; that is not our error. */
export async function* bodyChunks(c: Context): AsyncGenerator<Uint8Array> {
  try {
    yield* chunksOf(c)
  } catch {
    throw new Refusal("bad_request")
  }
  await c.get("onBodyRead")?.()
}

/** False while more is to come: a client may take its time, up to the limits in listen.ts. */
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

/** No body is decompressed: a few kilobytes may become gigabytes. */
export function requireUnpacked(c: Context): void {
  const coding = c.req.header("content-encoding")?.trim().toLowerCase() ?? ""
  if (coding !== "" && coding !== "identity") throw new Refusal("unsupported_media_type", { message: REQUEST.packed })
}

const UTF_8 = /^charset="?utf-?8"?$/

/** The fields of an HTML form; of a repeated one the first counts. @throws Refusal unsupported_media_type */
export async function readFields(c: Context): Promise<Record<string, string>> {
  const type = (c.req.header("content-type") ?? "").toLowerCase().split(";")[0]?.trim()
  if (type !== "application/x-www-form-urlencoded") throw new Refusal("unsupported_media_type")
  requireUnpacked(c)
  const sent = new URLSearchParams(new TextDecoder().decode(await readBytes(c, FORM_BODY_MAX_BYTES)))
  return Object.fromEntries([...sent].reverse())
}

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

/** A file of text in UTF-8. @throws Refusal unsupported_media_type, payload_too_large */
export async function readText(c: Context, type: string, maxBytes: number): Promise<string> {
  if ((c.req.header("content-type") ?? "").toLowerCase().split(";")[0]?.trim() !== type)
    throw new Refusal("unsupported_media_type")
  requireUnpacked(c)
  const bytes = await readBytes(c, maxBytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal("unsupported_media_type")
  }
}

/** Ten of the largest pictures: a client that sends more does not get the response. */
const REST_MAX_BYTES = 50 * 1024 * 1024
const REST_WITHIN_MS = 30_000

/** @returns whether nothing more is to come */
function discardRest(request: IncomingMessage): Promise<boolean> {
  if (Number(request.headers["content-length"] ?? 0) > REST_MAX_BYTES) return Promise.resolve(false)
  return new Promise((resolve) => {
    let left = REST_MAX_BYTES
    const end = () => {
      clearTimeout(timer)
      request.off("data", count).off("close", end).off("error", end)
      resolve(request.complete)
    }
    const count = (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0 || request.complete) end()
    }
    const timer = setTimeout(end, REST_WITHIN_MS)
    request.once("close", end).once("error", end).on("data", count).resume()
  })
}

/**
 * Requests are often refused while their body is still being sent: too large, no picture, not signed in. For a browser, which reads
 * the response only after sending everything, a closed connection would be a network error. So the rest is discarded first. If it
 * does not end, the connection is closed.
 */
export const answerAfterBody = createMiddleware<{ Bindings: { incoming?: unknown } }>(async (c, next) => {
  await next()
  const request = c.env?.incoming
  if (!(request instanceof IncomingMessage) || request.complete) return
  if (!(await discardRest(request))) c.res.headers.set("Connection", "close")
})
