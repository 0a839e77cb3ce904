// Waiting until as many others as there are have said that they heard.

export interface Round {
  /** Names it to the others. */
  id: string
  /** Resolves when so many have heard, or when the time is over. */
  wait(listeners: number): Promise<void>
}

export interface Acknowledgements {
  start(): Round
  /** Somebody has heard it. */
  heard(id: string): void
}

/** @param withinMs whoever has not answered by then is not waited for */
export function createAcknowledgements(withinMs: number): Acknowledgements {
  const rounds = new Map<string, () => void>()
  let number = 0

  return {
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
        wait: (listeners) =>
          new Promise((resolve) => {
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
    heard: (id) => rounds.get(id)?.(),
  }
}
