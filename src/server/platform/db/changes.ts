// Announces changes to every process that caches what changed.
import { EventEmitter } from "node:events"
import { afterCommit, type Queries } from "./queries.ts"

export type Topic = "profile"

/** Listeners get this when changes may have been missed: everything they cache may be out of date. */
export const EVERYTHING = "*"

export interface Changes {
  /**
   * For what was changed without a transaction. This process has heard when it resolves, and the others hear a moment later: nothing waits
   * for them. Never rejects: a process that cannot be told serves nothing from memory.
   */
  publish(topic: Topic, key: string): Promise<void>
  /** The same as a part of the transaction `db`: heard if and when it is committed. */
  announce(db: Queries, topic: Topic, keys: readonly string[]): Promise<void>
  /** For what no one may see anymore: the transaction's caller continues when no process serves it from memory, up to LEASE_MS later. */
  withdraw(db: Queries, topic: Topic, keys: readonly string[]): Promise<void>
  /** `listener` must not throw. */
  subscribe(topic: Topic, listener: (key: string) => void): void
  /** false: changes of other processes may have gone unheard for too long, so nothing may be served from memory without `confirm` */
  isCurrent(): boolean
  /** Asks the database if need be. False when it cannot be asked in time: then read the data itself. */
  confirm(): Promise<boolean>
}

/** The embedded engine serves one process: there is no other process to notify. */
export function changesInProcess(): Changes {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const announce: Changes["announce"] = (db, topic, keys) =>
    afterCommit(db, () => {
      for (const key of keys) emitter.emit(topic, key)
    })
  return {
    publish: async (topic, key) => void emitter.emit(topic, key),
    announce,
    withdraw: announce,
    subscribe(topic, listener) {
      emitter.on(topic, listener)
    },
    isCurrent: () => true,
    confirm: async () => true,
  }
}
