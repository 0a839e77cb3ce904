// A memory bounded by bytes: when it is full, what was not asked for longest leaves.

export interface LeastRecent<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value, bytes: number): void
  delete(key: string): void
  clear(): void
  readonly bytes: number
}

export function createLeastRecent<Value>(maxBytes: number): LeastRecent<Value> {
  // A Map remembers the order of insertion: the first key is the one to leave.
  const entries = new Map<string, { value: Value; bytes: number }>()
  let total = 0

  function remove(key: string): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    total -= entry.bytes
    entries.delete(key)
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, bytes) {
      remove(key)
      if (bytes > maxBytes) return
      entries.set(key, { value, bytes })
      total += bytes
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) break
        remove(oldest)
      }
    },
    delete: remove,
    clear() {
      entries.clear()
      total = 0
    },
    get bytes() {
      return total
    },
  }
}
