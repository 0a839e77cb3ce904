// Word of what changed, from the process that wrote it to every process that remembers it.
import { EventEmitter } from "node:events"

export type Topic = "profile"

/** A listener is called with this when changes may have been missed: everything it remembers is in doubt. */
export const EVERYTHING = "*"

export interface Changes {
  /**
   * Tells every process, and waits until they have heard. Call it after the commit. Never rejects: whoever cannot be told
   * has lost its connection too and is told EVERYTHING when it is back.
   */
  publish(topic: Topic, key: string): Promise<void>
  /** `listener` must not throw. */
  subscribe(topic: Topic, listener: (key: string) => void): void
  /** false: what other processes say does not arrive here, and nothing may be remembered for long */
  isHeard(): boolean
}

/** The embedded engine serves one process: nobody else is to be told. */
export function changesInProcess(): Changes {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  return {
    async publish(topic, key) {
      emitter.emit(topic, key)
    },
    subscribe(topic, listener) {
      emitter.on(topic, listener)
    },
    isHeard: () => true,
  }
}
