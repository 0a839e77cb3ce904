// How long this process was at work, for tests that something is quick: other programs on the machine do not count.
export function cpuTimer(): () => number {
  const before = process.cpuUsage()
  /** milliseconds of all its threads since then */
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}

/** The same of this thread alone: neither the compiler nor the collector of garbage in other threads counts. */
export function threadTimer(): () => number {
  const before = process.threadCpuUsage()
  /** milliseconds since then */
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
}
