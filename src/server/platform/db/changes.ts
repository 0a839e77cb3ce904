// Announces changes to every process that caches what changed.
import { EventEmitter } from "node:events"
import { afterCommit, type Queries } from "./queries.ts"

export type Topic = "profile"

/** Listeners get this when changes may have been missed: everything they cache may be out of date. */
export const EVERYTHING = "*"

export interface Changes {
  /**
   * Tells every process and waits until they have heard. Call it after the commit. Never rejects: a process that cannot be told has lost
   * its connection and gets EVERYTHING when it is back.
   */
  publish(topic: Topic, key: string): Promise<void>
  /** Publishes once the transaction `db` is committed, before its caller goes on; outside a transaction at once. */
  announce(db: Queries, topic: Topic, key: string): Promise<void>
  /** `listener` must not throw. */
  subscribe(topic: Topic, listener: (key: string) => void): void
  /** false: changes of other processes do not arrive here, so nothing may be cached for long */
  isHeard(): boolean
}

/** The embedded engine serves one process: there is no other process to notify. */
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
