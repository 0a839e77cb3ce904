// The description of the API: valid OpenAPI, and complete.
import { Validator } from "@seriousme/openapi-schema-validator"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ORIGIN, type TestApp, testApp } from "../../../../tests/support/app.ts"
import { VERSION } from "../../platform/config/version.ts"

let site: TestApp
let description: { openapi: string; info: unknown; servers: unknown; paths: Record<string, Record<string, unknown>> }
beforeAll(async () => {
  site = await testApp()
  description = await (await site.app.request("/api/openapi.json")).json()
})
afterAll(() => site.close())

test("is valid OpenAPI 3.1 with the version and the origin of this site", async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(description))).toEqual({ valid: true })
  expect(validator.version).toBe("3.1")
  expect(description).toMatchObject({ info: { version: VERSION }, servers: [{ url: ORIGIN }] })
})

test("has every route outside the auth protocol", () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  // A route that matches part of a segment has its own way of saying so: the segment is compared without it.
  const plain = (path: string) =>
    path
      .replace(/:\w+\{(.*)\[\^\/\]\*(.*)\}/, "$1{}$2")
      .replaceAll("\\", "")
      .replace(/:\w+/g, "{}")
  const mounted = site.app.routes
    .filter(({ method, path }) => method !== "ALL" && !path.startsWith("/auth/v1/"))
    .map(({ method, path }) => `${method} ${plain(path)}`)
  expect(described.map((route) => route.replace(/\{\w+\}/g, "{}")).sort()).toEqual([...new Set(mounted)].sort())
})

test("says of every operation who may call it, and how it refuses", () => {
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods))
  for (const operation of operations)
    expect(operation).toMatchObject({
      summary: expect.stringMatching(/\.$/),
      description: expect.stringMatching(/^Who may call: /),
      security: expect.any(Array),
      responses: { default: { $ref: expect.stringMatching(/Refusal$/) } },
    })
})
