// The solver against Node's own SHA-256.
import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { sha256Block, solveProof } from "./solve-proof.ts"

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const hexOf = (words: Int32Array) => [...words].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("")

test("digests every length that fits one block as Node does", () => {
  const words = new Int32Array(8)
  for (let length = 0; length <= 55; length++) {
    const text = "x7.-_Zq0".repeat(7).slice(0, length)
    sha256Block(text, words)
    expect([length, hexOf(words)]).toEqual([length, sha256(text)])
  }
})

const challengeOf = (number: number, max_number: number) => ({
  algorithm: "SHA-256" as const,
  salt: "AAAAAAAAAAAAAAAAAAAAAA",
  challenge: sha256(`AAAAAAAAAAAAAAAAAAAAAA.${number}`),
  max_number,
  expires_at: 1_777_636_800,
  signature: "signature",
})

test.each([0, 1, 4_321, 5_000])("finds the number %i", async (number) => {
  expect(await solveProof(challengeOf(number, 5_000))).toBe(`AAAAAAAAAAAAAAAAAAAAAA.1777636800.${number}.signature`)
})

test("gives up after the last number", async () => {
  expect(await solveProof(challengeOf(5_001, 5_000))).toBeNull()
})
