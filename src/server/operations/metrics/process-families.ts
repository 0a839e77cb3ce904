// Metrics of the process: processor time, memory, and event loop lag, with the names that Node programs commonly use.
import { monitorEventLoopDelay } from "node:perf_hooks"
import { counter, type Family, gauge } from "./text-format.ts"

const RESOLUTION_MS = 20

/** Measures the event loop from now on. @returns reads the current values */
export function watchProcess(): () => Family[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  return () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed, external } = process.memoryUsage()
    // The histogram measures its own timer: what exceeds its interval is lag.
    const late = (ns: number) => Math.max(0, ns / 1e9 - RESOLUTION_MS / 1000)
    const families: Family[] = [
      counter("process_cpu_seconds_total", "Processor time used by all threads.", (user + system) / 1e6),
      gauge("process_resident_memory_bytes", "Memory in use, as the system counts it.", rss),
      gauge("process_start_time_seconds", "Start of the process since the epoch.", performance.timeOrigin / 1000),
      gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use.", heapUsed),
      gauge("nodejs_external_memory_bytes", "Memory of buffers outside the heap.", external),
      gauge(
        "nodejs_eventloop_lag_p50_seconds",
        "Event loop lag since the last request for metrics.",
        late(delay.percentile(50)),
      ),
      gauge(
        "nodejs_eventloop_lag_p99_seconds",
        "Event loop lag since the last request for metrics.",
        late(delay.percentile(99)),
      ),
      gauge("nodejs_eventloop_lag_max_seconds", "Event loop lag since the last request for metrics.", late(delay.max)),
    ]
    delay.reset()
    return families
  }
}
