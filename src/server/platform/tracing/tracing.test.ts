import { describe, expect, it } from "vitest"
import { createSampler } from "./sampler.ts"
import { queryName } from "./trace-queries.ts"

const TRACES = Array.from(
  { length: 256 },
  (_, n) => `${"ab".repeat(9)}${n.toString(16).padStart(2, "0")}${"0".repeat(12)}`,
)

const recorded = (name: Parameters<typeof createSampler>[0]["OTEL_TRACES_SAMPLER"], share = 1, parent?: boolean) => {
  const isSampled = createSampler({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share })
  return TRACES.filter((trace) => isSampled(trace, parent)).length
}

describe("the samplers of OpenTelemetry", () => {
  it("record everything, nothing, or a share that the trace's id decides", () => {
    expect([recorded("always_on"), recorded("always_off"), recorded("traceidratio", 0.25)]).toEqual([256, 0, 64])
    expect([recorded("traceidratio", 0), recorded("traceidratio", 1)]).toEqual([0, 256])
  })

  it("follow the caller's decision only if their name says so", () => {
    expect([recorded("parentbased_always_off", 1, true), recorded("parentbased_always_on", 1, false)]).toEqual([256, 0])
    expect([recorded("parentbased_traceidratio", 0.25), recorded("parentbased_traceidratio", 0, true)]).toEqual([
      64, 256,
    ])
    expect([recorded("always_on", 1, false), recorded("always_off", 1, true)]).toEqual([256, 0])
  })
})

describe("a query's name", () => {
  it.each([
    ['select "id" from "profiles" where "username" = $1', "SELECT", "profiles"],
    ["insert into people (id) values ($1) on conflict do update set id = $2", "INSERT", "people"],
    ['update "public"."users" set "email" = $1', "UPDATE", "users"],
    ["delete from only card_taps where at < $1", "DELETE", "card_taps"],
    ["with due as (select id from mail_outbox) select 1", "SELECT", "mail_outbox"],
    ["begin", "BEGIN", undefined],
    ["", "QUERY", undefined],
  ])("%s", (text, verb, table) => expect(queryName(text)).toEqual({ verb, table }))
})
