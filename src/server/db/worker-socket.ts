// A socket whose other end is the embedded engine's worker: bytes of the wire protocol travel as messages.
import { Duplex } from "node:stream"
import type { Worker } from "node:worker_threads"

export class WorkerSocket extends Duplex {
  readonly #worker: Worker
  readonly #receive = (message: unknown) => {
    if (message instanceof Uint8Array) this.push(message)
  }

  constructor(worker: Worker) {
    super()
    this.#worker = worker
    worker.on("message", this.#receive)
  }

  connect(): this {
    process.nextTick(() => this.emit("connect"))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.#worker.postMessage(new Uint8Array(chunk))
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#worker.off("message", this.#receive)
    done(error)
  }
}
