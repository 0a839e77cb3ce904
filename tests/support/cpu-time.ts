// How long this process was at work, for tests that something is quick: other programs on the machine do not count.
export function cpuTimer(): () => number {
  const before = process.cpuUsage()
  /** milliseconds of all its threads since then */
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}
