// What the engine's thread and the main thread exchange: messages, and the few words of PostgreSQL's wire protocol (3.0, chapter
// 54.7) that the thread says itself.

/** create: make an empty cluster, close it, end. serve: open and answer. */
export interface EngineTask {
  task: "create" | "serve"
  dir: string
}

/** Each socket has a number; the engine serves only the last one that started up. */
interface OfSocket {
  socket: number
}

/** Bytes of the wire protocol: of one or more statements, each for itself. */
export interface Statements extends OfSocket {
  statements: Uint8Array<ArrayBuffer>[]
}

/** Bytes of the wire protocol: what the engine says to all of them. */
export interface Replies extends OfSocket {
  bytes: Uint8Array<ArrayBuffer>
}

export type ToEngine = Statements | "close"
export type FromEngine = Replies | { ready: true } | { failed: string }

const STARTUP_TAG = 0
const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4)

/** A start-up message has no type byte: it begins with its length, which is below 16 MB. */
export const isStartup = (bytes: Uint8Array): boolean => bytes[0] === STARTUP_TAG

export function simpleQuery(text: string): Uint8Array {
  const body = new TextEncoder().encode(`${text}\0`)
  const message = new Uint8Array(5 + body.length)
  message[0] = 0x51
  new DataView(message.buffer).setUint32(1, 4 + body.length)
  message.set(body, 5)
  return message
}

/** Ends what the previous client left open: a half-sent statement, a transaction, settings, prepared statements. */
export const CLEAN_SESSION: readonly Uint8Array[] = [SYNC, simpleQuery("rollback"), simpleQuery("discard all")]

export function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0
  for (const chunk of chunks) length += chunk.length
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
