// Numbers of several processes as one answer: the same families, each sample with the worker it is of. Sums are the reader's
// business: a counter that starts anew with its process would make a sum of ours go backwards.
import type { Numbers } from "../workers/messages.ts"
import type { Family } from "./text-format.ts"

/** A process without others has no number, and its samples stay as they are. What is shared is said once. */
export function byWorker(all: Numbers[]): Family[] {
  const known = new Map<string, Family>()
  for (const { worker, families } of all) {
    for (const { samples, ...family } of families) {
      const labelled =
        worker === "" || family.isShared
          ? samples
          : samples.map((sample) => ({ ...sample, labels: { worker, ...sample.labels } }))
      const merged = known.get(family.name)
      if (merged === undefined) known.set(family.name, { ...family, samples: [...labelled] })
      else if (!family.isShared || merged.samples.length === 0) merged.samples.push(...labelled)
    }
  }
  return [...known.values()]
}
