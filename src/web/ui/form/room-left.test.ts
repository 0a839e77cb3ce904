import { expect, it } from "vitest"
import { roomLeft, roomNearLimit } from "./room-left.ts"

it("counts characters as people do, and spaces around them not at all", () => {
  expect(roomLeft("abc", 5)).toBe("2 characters left")
  expect(roomLeft("  abc  ", 4)).toBe("1 character left")
  expect(roomLeft("😀".repeat(51), 100)).toBe("49 characters left")
  expect(roomLeft("😀".repeat(102), 100)).toBe("2 characters over the limit")
})

it("says so only near the limit", () => {
  expect(roomNearLimit("😀".repeat(51), 100)).toBeUndefined()
  expect(roomNearLimit("😀".repeat(90), 100)).toBe("10 characters left")
})
