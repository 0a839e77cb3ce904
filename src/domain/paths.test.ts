import { expect, test } from "vitest"
import { ownPath } from "./paths.ts"

test.each([
  ["/settings", "/settings"],
  ["/card/abc?a=1#b", "/card/abc?a=1#b"],
  ["/admin?tab=settings", "/admin?tab=settings"],
  ["/a/../settings", "/settings"],
  ["/a//b", "/a//b"],
  ["/a?next=//b", "/a?next=//b"],
])("after signing in %s leads to %s", (candidate, path) => {
  expect(ownPath(candidate, "no")).toBe(path)
  expect(ownPath(path, "no")).toBe(path)
})

test.each([
  "",
  "settings",
  "https://evil.test/",
  "javascript:alert(1)",
  "//evil.test",
  "///evil.test",
  "/\\evil.test",
  "/\t/evil.test",
  "/\n/evil.test",
  // Only after the dots are gone do these start with two slashes.
  "/.//evil.test",
  "/..//evil.test/x",
  "/././/evil.test",
  "/%2e//evil.test",
  "/%2E%2e//evil.test",
  "/a/..//evil.test",
  "/a/%2e%2e//evil.test",
  "/a/b/../..//evil.test",
  "/.//.//evil.test",
  "/.///evil.test",
  "/.\\/evil.test",
])("after signing in %j leads nowhere", (candidate) => {
  expect(ownPath(candidate, "no")).toBe("no")
})
