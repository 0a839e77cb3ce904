// What the engine's thread and the rest of the process say to each other.

/** create: make an empty cluster, close it, end. serve: open and answer. */
export interface EngineTask {
  task: "create" | "serve"
  dir: string
}

/** Bytes of the wire protocol; each socket has a number of its own, and only the last one to start up is served. */
export interface WireBytes {
  socket: number
  bytes: Uint8Array<ArrayBuffer>
}

export type ToEngine = WireBytes | "close"
export type FromEngine = WireBytes | { ready: true } | { failed: string }
