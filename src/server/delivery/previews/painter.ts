// Has pictures painted by a process of its own, which starts with the first and ends when nobody asks for a while.
import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Painted, PaintJob } from "./paint-process.ts"
import type { PreviewCard } from "./preview-card.ts"

const PROGRAM = fileURLToPath(new URL("./paint-process.ts", import.meta.url))
/** The process and its fonts take some 100 MB: they go when nobody has asked for so long. */
const IDLE_MS = 60_000
/** A picture takes a fifth of a second; what takes so long will not come. */
const PAINT_MS = 20_000

export interface Painter {
  /** @returns JPEG bytes @throws when it could not be painted, or not in time */
  paint(card: PreviewCard): Promise<Uint8Array>
}

interface Waiting {
  done(picture: Uint8Array): void
  failed(error: Error): void
}

export function createPainter({ paintMs = PAINT_MS, idleMs = IDLE_MS } = {}): Painter {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let number = 0
  const waiting = new Map<number, Waiting>()

  /** Whoever waits for this process learns that nothing will come; the next job starts another. */
  function end(ended: ChildProcess, reason: string): void {
    if (child !== ended) return
    child = undefined
    for (const { failed } of waiting.values()) failed(new Error(reason))
    waiting.clear()
    ended.kill("SIGKILL")
  }

  function start(): ChildProcess {
    // Nothing of the environment: it holds the secrets of the server, and drawing needs none.
    const started = fork(PROGRAM, {
      serialization: "advanced",
      execArgv: [],
      env: {},
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    })
    started.on("message", (painted: Painted) => {
      const job = waiting.get(painted.id)
      waiting.delete(painted.id)
      if ("picture" in painted) job?.done(painted.picture)
      else job?.failed(new Error(painted.failed))
    })
    started.on("error", (error) => end(started, error.message))
    started.on("exit", (code, signal) => end(started, `the painter ended (${signal ?? code})`))
    // A server with nothing else to do may end.
    started.unref()
    started.channel?.unref()
    return started
  }

  return {
    async paint(card) {
      clearTimeout(idle)
      const at = child ?? start()
      child = at
      const id = ++number
      const late = setTimeout(() => end(at, "painting took too long"), paintMs)
      at.channel?.ref()
      try {
        return await new Promise((done, failed) => {
          waiting.set(id, { done, failed })
          at.send({ id, card } satisfies PaintJob)
        })
      } finally {
        clearTimeout(late)
        if (waiting.size === 0) {
          at.channel?.unref()
          idle = setTimeout(() => end(at, "idle"), idleMs).unref()
        }
      }
    },
  }
}
