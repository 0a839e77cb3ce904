// What the process itself uses: processor, memory, and how late its event loop is. Names as other Node programs give them.
import { monitorEventLoopDelay } from "node:perf_hooks"
import type { Family } from "./text-format.ts"

const RESOLUTION_MS = 20

/** Watches the event loop from now on. @returns what is known at the moment */
export function watchProcess(): () => Family[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const gauge = (name: string, help: string, value: number): Family => ({
    name,
    help,
    type: "gauge",
    samples: Number.isFinite(value) ? [{ value }] : [],
  })

  return () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed, external } = process.memoryUsage()
    // The histogram measures its own timer: what is beyond its step is lateness.
    const late = (ns: number) => Math.max(0, ns / 1e9 - RESOLUTION_MS / 1000)
    const families: Family[] = [
      {
        name: "process_cpu_seconds_total",
        help: "Processor time used, all threads together.",
        type: "counter",
        samples: [{ value: (user + system) / 1e6 }],
      },
      gauge("process_resident_memory_bytes", "Memory in use, as the system counts it.", rss),
      gauge("process_start_time_seconds", "Start of the process since the epoch.", performance.timeOrigin / 1000),
      gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use.", heapUsed),
      gauge("nodejs_external_memory_bytes", "Memory of buffers outside of the heap.", external),
      gauge(
        "nodejs_eventloop_lag_p50_seconds",
        "Lateness of the event loop since the last look.",
        late(delay.percentile(50)),
      ),
      gauge(
        "nodejs_eventloop_lag_p99_seconds",
        "Lateness of the event loop since the last look.",
        late(delay.percentile(99)),
      ),
      gauge("nodejs_eventloop_lag_max_seconds", "Lateness of the event loop since the last look.", late(delay.max)),
    ]
    delay.reset()
    return families
  }
}
