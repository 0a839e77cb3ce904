// Metrics in the text format of Prometheus (version 0.0.4), and the merging of several processes: the same families, each sample labeled with
// its worker. Prometheus makes the sums: one of ours would go backwards when a process restarts.

export type Labels = Record<string, string>

export interface Sample {
  /** added to the family's name, such as "_sum" */
  suffix?: string
  labels?: Labels
  value: number
}

export interface Family {
  name: string
  help: string
  type: "counter" | "gauge" | "histogram"
  samples: Sample[]
  /** the same in every process, so it is not added up */
  isShared?: true
}

/** @param samples or the value of the only one */
export const counter = (name: string, help: string, samples: Sample[] | number): Family => ({
  name,
  help,
  type: "counter",
  samples: typeof samples === "number" ? [{ value: samples }] : samples,
})

/** A value that is not finite is unknown. @param samples or the value of the only one */
export const gauge = (name: string, help: string, samples: Sample[] | number): Family => ({
  ...counter(name, help, typeof samples === "number" && !Number.isFinite(samples) ? [] : samples),
  type: "gauge",
})

/** Metrics of one process and its number. */
export interface Numbers {
  worker: string
  families: Family[]
}

const escaped = (value: string): string => value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`
}

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf"
  return String(value)
}

/** Leaves out families without samples. */
export function textOf(families: Family[]): string {
  const lines: string[] = []
  for (const { name, help, type, samples } of families) {
    if (samples.length === 0) continue
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`)
    for (const { suffix = "", labels = {}, value } of samples)
      lines.push(`${name}${suffix}${labelText(labels)} ${numberText(value)}`)
  }
  return `${lines.join("\n")}\n`
}

export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

/** A single process has no number, and its samples stay as they are. Shared families appear once. */
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
