// Where to go after signing in.
import { expect, test } from "vitest"
import { returnPath } from "./return-path.ts"

const after = (path: string): string => returnPath(`?${new URLSearchParams({ return: path })}`)

test.each(["/settings", "/card/abc?tap=1", "/anna", "/apiary", "/davina", "/files-of-anna"])(
  "to the page: %s",
  (path) => {
    expect(after(path)).toBe(path)
  },
)

test.each(["/api/me", "/auth/v1/user", "/files/a.jpg", "/assets/a.js", "/dav/", "/login", "https://evil.example/"])(
  "not to what is no page to return to: %s",
  (path) => {
    expect(after(path)).toBe("/edit-profile")
  },
)
