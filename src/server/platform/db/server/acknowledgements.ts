// Waits until other processes have acknowledged a message.

/** @param withinMs for all acknowledgements of a message */
export function createAcknowledgements(withinMs: number) {
  const rounds = new Map<string, () => void>()
  let number = 0

  return {
    /** A message that is about to be sent; its `id` goes with it. */
    start() {
      const id = String(++number)
      let count = 0
      let check: () => void = () => undefined
      rounds.set(id, () => {
        count += 1
        check()
      })
      return {
        id,
        /** Resolves after this many acknowledgements, or when the time is over. */
        wait: (listeners: number) =>
          new Promise<void>((resolve) => {
            const done = () => {
              clearTimeout(timer)
              rounds.delete(id)
              resolve()
            }
            const timer = setTimeout(done, withinMs)
            check = () => {
              if (count >= listeners) done()
            }
            check()
          }),
      }
    },
    heard: (id: string): void => rounds.get(id)?.(),
  }
}
