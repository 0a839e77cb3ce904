// The text format that Prometheus reads (version 0.0.4).

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
  /** of all processes together: whoever is asked knows the same */
  isShared?: true
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

/** A family without samples is left out: nothing is known about it now. */
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
