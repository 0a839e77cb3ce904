// The primary process: starts the workers, which share one port, restarts those that die or hang, replaces them one by one on SIGHUP,
// and stops them together. It serves no requests and opens no database.
import cluster, { type Worker } from "node:cluster"
import { MINUTE_MS } from "../../../domain/time.ts"
import { type Config, workerEnvironment } from "../../platform/config/config.ts"
import type { Log } from "../../platform/log.ts"
import { counter, type Family } from "../metrics/text-format.ts"
import { createGathering } from "./gathering.ts"
import type { ToPrimary, ToWorker } from "./peers.ts"
import { createWatch } from "./watch.ts"

/** The pause before a dead worker is restarted: doubles each time, and starts over once a worker has run steadily. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000
const STEADY_MS = MINUTE_MS

interface Place {
  number: number
  worker: Worker | null
  startedAt: number
  /** in a row */
  deaths: number
  restarts: number
  timer: NodeJS.Timeout | undefined
}

export async function runPrimary({ WORKERS }: Pick<Config, "WORKERS">, log: Log): Promise<void> {
  const gathering = createGathering()
  const watch = createWatch((worker) => {
    log.error("worker.hangs", { pid: worker.process.pid })
    worker.process.kill("SIGKILL")
  })
  const ready = new Set<Worker>()
  const places = Array.from(
    { length: WORKERS },
    (_, at): Place => ({ number: at + 1, worker: null, startedAt: 0, deaths: 0, restarts: 0, timer: undefined }),
  )
  let isStopping = false
  let rolling: Promise<void> | null = null
  let rollAgain = false

  const everyone = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

  const members = () =>
    places.flatMap(({ number, worker }) => (worker !== null && ready.has(worker) ? [{ number, worker }] : []))

  const ownNumbers = (): Family[] => [
    counter(
      "meishi_worker_restarts_total",
      "Workers that ended unexpectedly and were restarted.",
      places.map(({ number, restarts }) => ({ labels: { worker: String(number) }, value: restarts })),
    ),
  ]

  const tell = (worker: Worker, message: ToWorker) => {
    if (worker.isConnected()) worker.send(message)
  }

  function fork(number: number): Worker {
    const worker = cluster.fork(workerEnvironment(number))
    // Arguments such as --demo are for the first start only.
    cluster.setupPrimary({ args: [] })
    worker.on("message", (message: ToPrimary) => {
      watch.heard(worker)
      if (message.kind === "ready") ready.add(worker)
      else if (message.kind === "numbers") gathering.hear(worker, message)
      else if (message.kind === "gather") gathering.start(worker, message.id, members(), ownNumbers())
    })
    // A message to a worker that is just ending.
    worker.on("error", (error) => log.warn("worker.unreachable", { worker: number, error: error.message }))
    worker.once("exit", () => {
      ready.delete(worker)
      watch.forget(worker)
    })
    return worker
  }

  /** @returns whether it listens; false: it ended first */
  const listens = (worker: Worker): Promise<boolean> =>
    new Promise((resolve) => {
      worker.on("message", ({ kind }: ToPrimary) => kind === "ready" && resolve(true))
      worker.once("exit", () => resolve(false))
    })

  /** @returns whether it ended as it should */
  const end = (worker: Worker): Promise<boolean> =>
    new Promise((resolve) => {
      if (worker.isDead()) resolve(true)
      worker.once("exit", (code, signal) => resolve(code === 0 || signal === "SIGTERM"))
    })

  function seat(place: Place, worker: Worker): void {
    place.worker = worker
    place.startedAt = performance.now()
    worker.once("exit", (code, signal) => {
      if (place.worker !== worker) return
      place.worker = null
      if (isStopping) return
      log.error("worker.ended", { worker: place.number, pid: worker.process.pid, code, signal })
      place.deaths = performance.now() - place.startedAt > STEADY_MS ? 1 : place.deaths + 1
      startLater(place)
    })
  }

  function startLater(place: Place): void {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (place.deaths - 1))
    place.timer = setTimeout(() => {
      place.restarts += 1
      seat(place, fork(place.number))
    }, pauseMs)
  }

  /** The new worker listens before the old one stops. One that does not start replaces none. */
  async function roll(): Promise<void> {
    for (const place of places) {
      if (isStopping) return
      const fresh = fork(place.number)
      const isListening = await listens(fresh)
      if (isStopping) return
      if (!isListening) return log.error("worker.not_replaced", { worker: place.number })
      clearTimeout(place.timer)
      const old = place.worker
      seat(place, fresh)
      if (old === null) continue
      tell(old, { kind: "replaced" })
      await end(old)
      log.info("worker.replaced", { worker: place.number, pid: fresh.process.pid })
    }
  }

  function rollOnce(): void {
    if (isStopping) return
    rollAgain = rolling !== null
    rolling ??= roll().finally(() => {
      rolling = null
      if (rollAgain) rollOnce()
    })
  }

  async function stop(): Promise<void> {
    for (const place of places) clearTimeout(place.timer)
    const all = everyone()
    const ends = all.map(end)
    for (const worker of all) {
      if (ready.has(worker)) tell(worker, { kind: "stop" })
      else worker.process.kill("SIGTERM")
    }
    process.exit((await Promise.all(ends)).every(Boolean) ? 0 : 1)
  }

  function onSignal(signal: string): void {
    if (isStopping) {
      for (const worker of everyone()) tell(worker, { kind: "hurry" })
      return
    }
    isStopping = true
    log.info("workers.stopping", { signal })
    void stop()
  }

  process.on("SIGTERM", onSignal)
  process.on("SIGINT", onSignal)
  // On a terminal, SIGHUP means that it was closed. Without one, the operator asks for new workers.
  process.on("SIGHUP", (signal) => (process.stdout.isTTY ? onSignal(signal) : rollOnce()))

  const [first, ...others] = places
  if (first === undefined) return
  const pioneer = fork(first.number)
  // It has logged why; the others would only repeat it.
  if (!(await listens(pioneer))) process.exit(isStopping ? 0 : 1)
  seat(first, pioneer)
  for (const place of others) if (!isStopping) seat(place, fork(place.number))
}
