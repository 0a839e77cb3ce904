// The thread of the embedded engine: takes and returns bytes of the wire protocol.
import { parentPort, workerData } from "node:worker_threads"
import type { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { DURABLE_START, DurableFS } from "./durable-fs.ts"
import { LeanEngine, withoutOptimizing } from "./lean-engine.ts"
import {
  CLEAN_SESSION,
  type EngineTask,
  type FromEngine,
  isStartup,
  joined,
  type Statements,
  type ToEngine,
} from "./wire.ts"

/** Thrown by the engine for every ordinary SQL error; anything else is a broken engine. */
const SQL_ERROR_STATUS = 100

const port = parentPort
if (port === null) throw new Error("This file runs as a worker thread only")
const say = (message: FromEngine, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

/** What is done does not wait for the slow statements after it. */
const REPLY_WITHIN_MS = 2

/** The engine's last error, for the log. */
let complaint = ""

/** Ends the thread with one short line (the engine's stacks include a source line of megabytes). */
function giveUp(error: unknown): never {
  // The engine's file system throws objects that are not errors.
  const message = error instanceof Error ? error.message : String(JSON.stringify(error))
  say({ failed: [message.slice(0, 300), complaint].filter(Boolean).join("; ") })
  process.exit(1)
}
process.on("uncaughtException", giveUp)
process.on("unhandledRejection", giveUp)

async function open({ dir }: EngineTask): Promise<PGlite> {
  const engine = new LeanEngine({
    fs: new DurableFS(dir),
    startParams: DURABLE_START,
    extensions: { pg_trgm },
    onStderr(line: string) {
      if (/\b(FATAL|PANIC)\b/.test(line)) complaint = line.slice(0, 300)
      return false
    },
  })
  await engine.waitReady
  return engine
}

/** The engine swallows its own crashes and then loops forever: notice them here instead. */
function stopAtCrash(db: PGlite): void {
  const engine = db.Module
  const loop = engine._PostgresMainLoopOnce
  engine._PostgresMainLoopOnce = () => {
    try {
      loop()
    } catch (error) {
      if ((error as { status?: unknown } | null)?.status !== SQL_ERROR_STATUS) giveUp(error)
      throw error
    }
  }
}

function serve(db: PGlite): void {
  let current = 0

  /**
   * Streams, because PGlite's plain call also parses every response and keeps the result forever. `syncToFs` is for other file systems: on
   * a real disk it only takes time.
   */
  const run = (message: Uint8Array, onRawData: (bytes: Uint8Array) => unknown) =>
    db.execProtocolRawStream(message, { onRawData, syncToFs: false })

  async function answer({ socket, statements }: Statements): Promise<void> {
    let replies: Uint8Array[] = []
    let since = performance.now()
    function reply(): void {
      const bytes = joined(replies)
      if (bytes.length > 0) say({ socket, bytes }, [bytes.buffer])
      replies = []
      since = performance.now()
    }
    for (const bytes of statements) {
      if (isStartup(bytes)) {
        for (const message of CLEAN_SESSION) await run(message, () => undefined)
        current = socket
      }
      // Otherwise a late message of a client that is gone.
      if (socket === current) await run(bytes, (part) => replies.push(part.slice()))
      if (performance.now() - since > REPLY_WITHIN_MS) reply()
    }
    reply()
  }

  async function handle(message: ToEngine): Promise<void> {
    if (message !== "close") return answer(message)
    await db.close()
    process.exit(0)
  }

  let last: Promise<void> = Promise.resolve()
  port?.on("message", (message: ToEngine) => {
    last = last.then(() => handle(message)).catch(giveUp)
  })
}

const work = workerData as EngineTask
if (work.task === "create") {
  // Two engines run once, for two seconds.
  await withoutOptimizing(async () => (await open(work)).close()).catch(giveUp)
} else {
  const db = await open(work).catch(giveUp)
  stopAtCrash(db)
  serve(db)
  say({ ready: true })
}
