// Which traces are recorded: the samplers that OpenTelemetry names.
import type { Config } from "../config/config.ts"

/** Of the trace id, the last seven bytes are random. */
const RANDOM_FROM = 18
const RANDOM_END = 2 ** 56

/** @returns decides by the trace's id, and by what the caller decided: undefined if there is none */
export function createSampler({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: Pick<Config, "OTEL_TRACES_SAMPLER" | "OTEL_TRACES_SAMPLER_ARG">) {
  const isParentBased = name.startsWith("parentbased_")
  const kind = name.replace("parentbased_", "")
  const share = kind === "always_off" ? 0 : kind === "always_on" ? 1 : ratio
  return (traceId: string, parent: boolean | undefined): boolean =>
    isParentBased && parent !== undefined
      ? parent
      : Number.parseInt(traceId.slice(RANDOM_FROM), 16) < share * RANDOM_END
}
