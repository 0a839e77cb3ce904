// The embedded engine as the driver sees it. Its thread may crash, and is started again.
import { errorText, type Log } from "../../log.ts"
import { type EngineThread, startThread } from "./engine-thread.ts"
import type { Wire, WorkerSocket } from "./worker-socket.ts"

/** A failed start (such as on a full disk) is not repeated at once. */
const NEXT_START_MS = 1_000

/** For the driver, like any lost connection. */
function lost(reason: string): Error {
  return Object.assign(new Error(reason), { code: "ECONNRESET" })
}

export class Engine implements Wire {
  readonly #dir: string
  readonly #log: Log
  readonly #sockets = new Map<number, WorkerSocket>()
  readonly #numbers = new WeakMap<WorkerSocket, number>()
  #thread: Promise<EngineThread> | null = null
  #running: EngineThread | null = null
  #last = 0
  #closed = false

  constructor(dir: string, log: Log) {
    this.#dir = dir
    this.#log = log
  }

  /** Rejects with the reason when the engine does not start. */
  start(): Promise<EngineThread> {
    if (this.#closed) return Promise.reject(new Error("The database is closed"))
    this.#thread ??= this.#startThread()
    return this.#thread
  }

  async #startThread(): Promise<EngineThread> {
    try {
      this.#running = await startThread(
        { task: "serve", dir: this.#dir },
        {
          onBytes: ({ socket, bytes }) => this.#sockets.get(socket)?.push(bytes),
          onCrash: (reason) => this.#crashed(reason),
        },
      )
      return this.#running
    } catch (error) {
      setTimeout(() => {
        this.#thread = null
      }, NEXT_START_MS).unref()
      this.#log.error("database.start_failed", { error: errorText(error) })
      throw lost(errorText(error))
    }
  }

  /** Acknowledged writes are on disk: the next connection starts a new thread, which recovers them. */
  #crashed(reason: string): void {
    this.#log.error("database.engine_crashed", { error: reason })
    this.#thread = null
    this.#running = null
    for (const socket of [...this.#sockets.values()]) socket.destroy(lost(`The embedded database stopped: ${reason}`))
  }

  async attach(socket: WorkerSocket): Promise<void> {
    await this.start()
    this.#last += 1
    this.#numbers.set(socket, this.#last)
    this.#sockets.set(this.#last, socket)
  }

  send(socket: WorkerSocket, statements: Uint8Array<ArrayBuffer>[]): void {
    const number = this.#numbers.get(socket)
    if (number !== undefined) this.#running?.send({ socket: number, statements })
  }

  detach(socket: WorkerSocket): void {
    const number = this.#numbers.get(socket)
    if (number !== undefined) this.#sockets.delete(number)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#thread?.then(
      (thread) => thread.close(),
      () => undefined,
    )
  }
}
