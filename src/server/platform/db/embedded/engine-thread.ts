// One run of the engine's thread, from its start to its end.
import { setFlagsFromString } from "node:v8"
import { Worker } from "node:worker_threads"
import type { EngineTask, FromEngine, WireBytes } from "./messages.ts"

/** PGlite recurses deeply on nested JSON; with the default stack it answered wrongly instead of failing. */
const STACK_MB = 32
const CLOSE_WITHIN_MS = 15_000

export interface EngineThread {
  send(message: WireBytes): void
  /** Ends it properly: the next start has nothing to recover. */
  close(): Promise<void>
}

// Freeing machine code that the engine's WebAssembly no longer needs can end the whole process with SIGSEGV
// (nodejs/node#64500, Node 22 to 26). Kept instead, it is a few megabytes.
setFlagsFromString("--no-wasm-code-gc")

interface Hears {
  onBytes?(message: WireBytes): void
  /** once, unless `close` was called; `reason` is one line */
  onCrash?(reason: string): void
}

function startWorker(task: EngineTask) {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { stackSizeMb: STACK_MB },
  })
  let reason = "no reason given"
  worker.on("message", (message: FromEngine) => {
    if ("failed" in message) reason = message.failed
  })
  worker.on("error", (error) => {
    reason = error instanceof Error ? error.message.slice(0, 300) : String(error)
  })
  const ended = new Promise<number>((resolve) => worker.once("exit", resolve))
  return { worker, ended, reason: () => reason }
}

/** Makes an empty cluster in `dir` and resolves when it is closed. Not yet safe against a power cut. */
export async function createCluster(dir: string): Promise<void> {
  const { ended, reason } = startWorker({ task: "create", dir })
  if ((await ended) !== 0) throw new Error(`The database could not be created: ${reason()}`)
}

/** Resolves when the engine answers. */
export async function startThread(task: EngineTask, { onBytes, onCrash }: Hears): Promise<EngineThread> {
  const { worker, ended, reason } = startWorker(task)
  const ready = new Promise<void>((resolve) => {
    worker.on("message", (message: FromEngine) => {
      if ("ready" in message) resolve()
      else if ("bytes" in message) onBytes?.(message)
    })
  })
  const failed = ended.then(() => {
    throw new Error(`The database could not be opened: ${reason()}`)
  })
  await Promise.race([ready, failed])
  failed.catch(() => undefined)
  let closing = false
  void ended.then(() => {
    if (!closing) onCrash?.(reason())
  })
  return {
    send: (message) => worker.postMessage(message, [message.bytes.buffer]),
    async close() {
      closing = true
      worker.postMessage("close")
      const timer = setTimeout(() => void worker.terminate(), CLOSE_WITHIN_MS)
      await ended
      clearTimeout(timer)
    },
  }
}
