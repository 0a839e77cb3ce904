// Word of what changed, from the process that wrote it to every process that remembers it.
import { EventEmitter } from "node:events"
import { afterCommit } from "./after-commit.ts"
import type { Queries } from "./queries.ts"

export type Topic = "profile"

/** A listener is called with this when changes may have been missed: everything it remembers is in doubt. */
export const EVERYTHING = "*"

export interface Changes {
  /**
   * Tells every process, and waits until they have heard. Call it after the commit. Never rejects: whoever cannot be told
   * has lost its connection too and is told EVERYTHING when it is back.
   */
  publish(topic: Topic, key: string): Promise<void>
  /** Publishes once the transaction `db` is committed, before its caller goes on; outside a transaction at once. */
  announce(db: Queries, topic: Topic, key: string): Promise<void>
  /** `listener` must not throw. */
  subscribe(topic: Topic, listener: (key: string) => void): void
  /** false: what other processes say does not arrive here, and nothing may be remembered for long */
  isHeard(): boolean
}

/** The embedded engine serves one process: nobody else is to be told. */
export function changesInProcess(): Changes {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const publish: Changes["publish"] = async (topic, key) => {
    emitter.emit(topic, key)
  }
  return {
    publish,
    announce: (db, topic, key) => afterCommit(db, () => publish(topic, key)),
    subscribe(topic, listener) {
      emitter.on(topic, listener)
    },
    isHeard: () => true,
  }
}
