// When housekeeping was done last in this process, and with what result.

export interface Sweep {
  at: Date
  /** accounts removed for good; null when the sweep failed */
  purged: number | null
}

export interface Sweeps {
  note(sweep: Sweep): void
  last(): Sweep | null
}

export function createSweeps(): Sweeps {
  let latest: Sweep | null = null
  return {
    note(sweep) {
      latest = sweep
    },
    last: () => latest,
  }
}
