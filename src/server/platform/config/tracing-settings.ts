// The settings of traces, by their OpenTelemetry names (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables).
import { oneOf, optional, pairs, share, urlOf } from "./config-checks.ts"

export const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    doc: "Sends OpenTelemetry traces to this collector (OTLP over HTTP, as JSON). If unset, there are none.",
    example: "http://localhost:4318",
    read: urlOf(["http", "https"], "http://localhost:4318"),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    doc: "Headers of these requests, such as a token.",
    example: "authorization=Bearer%20…",
    read: pairs,
    secret: true,
  },
  OTEL_SERVICE_NAME: { doc: "Name of the program in its traces.", example: "meishi", read: optional, shown: true },
  OTEL_RESOURCE_ATTRIBUTES: {
    doc: "More about this instance for its traces.",
    example: "deployment.environment.name=production",
    read: pairs,
  },
  OTEL_TRACES_SAMPLER: {
    doc: "Which traces are recorded: `always_on`, `always_off`, `traceidratio`, or one of these prefixed with `parentbased_` to follow a trusted proxy's decision.",
    example: "parentbased_always_on",
    read: oneOf(
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
      "always_on",
      "always_off",
      "traceidratio",
    ),
    shown: true,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    doc: "For `traceidratio`: the share of traces, from `0` to `1`.",
    example: "1",
    read: share,
    shown: true,
  },
} as const
