// Paints pictures in a separate process, which starts with the first picture and ends when there is none to paint for a while.
import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { PreviewCard } from "./card-drawing.ts"
import type { Painted, PaintJob } from "./paint-process.ts"

const PROGRAM = fileURLToPath(new URL("./paint-process.ts", import.meta.url))
/** The process and its fonts take about 100 MB: it ends after this time without a picture to paint. */
const IDLE_MS = 60_000
/** A picture takes a fifth of a second; after this time something is wrong. */
const PAINT_MS = 20_000

interface Waiting {
  done(picture: Uint8Array): void
  failed(error: Error): void
}

export function createPainter({ paintMs = PAINT_MS, idleMs = IDLE_MS } = {}) {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let number = 0
  const waiting = new Map<number, Waiting>()

  /** Rejects the jobs of this process; the next one starts another. */
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
    /** @returns JPEG bytes @throws Error when it could not be painted, or not in time */
    async paint(card: PreviewCard): Promise<Uint8Array> {
      clearTimeout(idle)
      const at = child ?? start()
      child = at
      const id = ++number
      const late = setTimeout(() => end(at, "painting took too long"), paintMs)
      at.channel?.ref()
      try {
        return await new Promise<Uint8Array>((done, failed) => {
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
