// Answers straight from Node's own request what many ask for and little has to be done for; the way through the application
// would cost several times as much as the answer (docs/decisions/documents.md).
import type { IncomingMessage, ServerResponse } from "node:http"

/** True when it answers; otherwise the application does. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

let waiting: (() => void)[] = []

function sendAll(): void {
  const now = waiting
  waiting = []
  for (const send of now) send()
}

/**
 * Sends an answer once everything that has arrived is read, right after the other answers: who waits for one of them is awake
 * when the next comes. Waking them for each by itself costs a busy server more than the answer does.
 */
export function sendTogether(send: () => void): void {
  if (waiting.push(send) === 1) setImmediate(sendAll)
}
