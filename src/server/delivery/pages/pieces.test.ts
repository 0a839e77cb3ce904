// The pieces pages are made of, each on its own.
import { expect, test } from "vitest"
import { createLeastRecent } from "../../platform/cache/least-recent.ts"
import { chooseEncoding } from "./compress.ts"
import { applyCsp } from "./content-policy.ts"
import { tidyPath } from "./tidy-path.ts"

test("a full memory forgets what was not asked for longest, and what is too large never enters", () => {
  const memory = createLeastRecent<string>(100)
  memory.set("a", "A", 40)
  memory.set("b", "B", 40)
  memory.get("a")
  memory.set("c", "C", 40)
  expect([memory.get("a"), memory.get("b"), memory.get("c"), memory.bytes]).toEqual(["A", undefined, "C", 80])
  memory.set("d", "D", 101)
  memory.set("a", "A2", 10)
  expect([memory.get("d"), memory.get("a"), memory.bytes]).toEqual([undefined, "A2", 50])
})

test("the encoding is one the reader takes", () => {
  expect(chooseEncoding(null)).toBe("identity")
  expect(chooseEncoding("")).toBe("identity")
  expect(chooseEncoding("gzip, deflate, br, zstd")).toBe("br")
  expect(chooseEncoding("GZIP")).toBe("gzip")
  expect(chooseEncoding("br;q=0, *")).toBe("gzip")
  expect(chooseEncoding("br; q=0.000, gzip;q=0")).toBe("identity")
  expect(chooseEncoding("bread")).toBe("identity")
})

test("a path has one slash at a time, and none at the end", () => {
  expect(tidyPath("/")).toBe("/")
  expect(tidyPath("/about/")).toBe("/about")
  expect(tidyPath("//evil.example//x//")).toBe("/evil.example/x")
  expect(tidyPath("///")).toBe("/")
})

test("only what bears the nonce is allowed", () => {
  const { html, policy } = applyCsp(
    '<script nonce="n1">a()</script><script>b()</script><style nonce="n1">c{}</style>',
    "n1",
  )
  expect(html).toBe("<script>a()</script><script>b()</script><style>c{}</style>")
  expect(policy.match(/'sha256-/g)).toHaveLength(2)
})
