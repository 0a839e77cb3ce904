// A socket to the embedded engine: bytes of the wire protocol travel as messages between threads.
import { Duplex } from "node:stream"
import { joined } from "./wire.ts"

/** The other end. */
export interface Wire {
  /** Rejects while the engine is unavailable. */
  attach(socket: WorkerSocket): Promise<void>
  /** @param statements the bytes of each */
  send(socket: WorkerSocket, statements: Uint8Array<ArrayBuffer>[]): void
  detach(socket: WorkerSocket): void
}

export class WorkerSocket extends Duplex {
  readonly #wire: Wire
  #waiting: Uint8Array<ArrayBuffer>[] = []

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
    this.#send([chunk])
    done()
  }

  /** All parts of a statement. */
  override _writev(parts: { chunk: Uint8Array }[], done: () => void): void {
    this.#send(parts.map(({ chunk }) => chunk))
    done()
  }

  /** One message for all statements of this turn of the event loop: a trip between the threads takes longer than most statements. */
  #send(parts: Uint8Array[]): void {
    if (this.#waiting.length === 0) setImmediate(() => this.#flush())
    this.#waiting.push(joined(parts))
  }

  #flush(): void {
    this.#wire.send(this, this.#waiting)
    this.#waiting = []
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
