// A socket to the embedded engine: bytes of the wire protocol travel as messages between threads.
import { Duplex } from "node:stream"
import { joined } from "./wire.ts"

/** The other end. */
export interface Wire {
  /** Rejects while the engine is unavailable. */
  attach(socket: WorkerSocket): Promise<void>
  send(socket: WorkerSocket, bytes: Uint8Array<ArrayBuffer>): void
  detach(socket: WorkerSocket): void
}

export class WorkerSocket extends Duplex {
  readonly #wire: Wire

  constructor(wire: Wire) {
    super()
    this.#wire = wire
  }

  connect(): this {
    this.#wire.attach(this).then(
      () => this.emit("connect"),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  // What the driver calls on every socket.
  readonly setNoDelay = (): this => this
  readonly setKeepAlive = (): this => this
  readonly ref = (): this => this
  readonly unref = (): this => this

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.#wire.send(this, joined([chunk]))
    done()
  }

  /** One message for all parts of a statement: one trip between the threads. */
  override _writev(parts: { chunk: Uint8Array }[], done: () => void): void {
    this.#wire.send(this, joined(parts.map(({ chunk }) => chunk)))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#wire.detach(this)
    done(error)
  }
}
