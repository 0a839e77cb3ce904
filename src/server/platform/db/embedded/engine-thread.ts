// Starts and ends the thread of the embedded engine.
import { setFlagsFromString } from "node:v8"
import { Worker } from "node:worker_threads"
import type { EngineTask, FromEngine, Replies, Statements } from "./wire.ts"

/** PGlite recurses deeply on nested JSON; with the default stack, its results were wrong. */
const STACK_MB = 32
/** Statements leave little garbage. */
const YOUNG_HEAP_MB = 6
const CLOSE_WITHIN_MS = 15_000

export type EngineThread = Awaited<ReturnType<typeof startThread>>

// Freeing unused machine code of WebAssembly can crash the process with SIGSEGV (nodejs/node#64500, Node 22 to 26). Keeping it costs a few
// megabytes.
setFlagsFromString("--no-wasm-code-gc")

interface Events {
  onBytes?(message: Replies): void
  /** once, unless `close` was called; `reason` is one line */
  onCrash?(reason: string): void
}

function startWorker(task: EngineTask) {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { stackSizeMb: STACK_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
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

/** Makes an empty cluster in `dir` and closes it. Not yet safe against a power cut. */
export async function createCluster(dir: string): Promise<void> {
  const { ended, reason } = startWorker({ task: "create", dir })
  if ((await ended) !== 0) throw new Error(`The database could not be created: ${reason()}`)
}

/** Resolves when the engine responds. */
export async function startThread(task: EngineTask, { onBytes, onCrash }: Events) {
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
    send: (message: Statements): void =>
      worker.postMessage(
        message,
        message.statements.map(({ buffer }) => buffer),
      ),
    /** Closes the database properly: the next start has nothing to recover. */
    async close(): Promise<void> {
      closing = true
      worker.postMessage("close")
      const timer = setTimeout(() => void worker.terminate(), CLOSE_WITHIN_MS)
      await ended
      clearTimeout(timer)
    },
  }
}
