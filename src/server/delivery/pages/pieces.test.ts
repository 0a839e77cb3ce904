// The parts of the page delivery, one by one.
import { expect, test } from "vitest"
import { changesInProcess } from "../../platform/db/changes.ts"
import { chooseEncoding } from "./compress.ts"
import { applyCsp } from "./content-policy.ts"
import { createPageMemory } from "./page-memory.ts"
import { tidyPath } from "./pages.ts"

test("a full memory forgets the page that was not requested for longest, and never takes one that is too large", async () => {
  const MB = 1024 * 1024
  const sizes: Record<string, number> = { "/a": 6 * MB, "/b": 6 * MB, "/c": 6 * MB, "/huge": 15 * MB }
  const { page, cached, counts } = createPageMemory(
    { clock: () => new Date(0), database: { changes: changesInProcess() } },
    async (path) => ({
      status: 200,
      isCacheable: true,
      headers: {},
      etag: path,
      body: { br: new Uint8Array(sizes[path] ?? 0) },
    }),
  )
  for (const path of ["/a", "/b", "/a", "/c", "/huge"]) await page(path)
  expect(Object.keys(sizes).filter((path) => cached(path))).toEqual(["/a", "/c"])
  // With room for the second encoding.
  expect(counts().bytes / MB).toBeCloseTo(2 * 2.2 * 6, 1)
})

test("the encoding is one that the client takes", () => {
  expect(chooseEncoding(null)).toBe("identity")
  expect(chooseEncoding("")).toBe("identity")
  expect(chooseEncoding("gzip, deflate, br, zstd")).toBe("br")
  expect(chooseEncoding("GZIP")).toBe("gzip")
  expect(chooseEncoding("br;q=0, *")).toBe("gzip")
  expect(chooseEncoding("br; q=0.000, gzip;q=0")).toBe("identity")
  expect(chooseEncoding("bread")).toBe("identity")
})

test("a path has single slashes, and none at the end", () => {
  expect(tidyPath("/")).toBe("/")
  expect(tidyPath("/about/")).toBe("/about")
  expect(tidyPath("//evil.example//x//")).toBe("/evil.example/x")
  expect(tidyPath("///")).toBe("/")
})

test("only elements with the nonce are allowed", () => {
  const { html, policy } = applyCsp(
    '<script nonce="n1">a()</script><script>b()</script><style nonce="n1">c{}</style>',
    "n1",
  )
  expect(html).toBe("<script>a()</script><script>b()</script><style>c{}</style>")
  expect(policy.match(/'sha256-/g)).toHaveLength(2)
})
