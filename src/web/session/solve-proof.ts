// Finds the number of a proof of work, in slices, so that the page stays responsive. Loaded only when the server requires one.
import { type ProofChallenge, proofOf, provenText } from "../../domain/proof-of-work.ts"

/** Too short to notice. */
const SLICE_MS = 12
const NUMBERS_PER_LOOK = 256

/** @returns the value of the header X-Proof-Of-Work, or null when no number fits */
export async function solveProof(challenge: ProofChallenge): Promise<string | null> {
  const { salt, max_number } = challenge
  const wanted = wordsOf(challenge.challenge)
  const found = new Int32Array(8)
  let until = performance.now() + SLICE_MS
  for (let number = 0; number <= max_number; number++) {
    sha256Block(provenText(salt, number), found)
    if (found[0] === wanted[0] && found.every((word, at) => word === wanted[at])) return proofOf(challenge, number)
    if (number % NUMBERS_PER_LOOK === 0 && performance.now() > until) {
      await breathe()
      until = performance.now() + SLICE_MS
    }
  }
  return null
}

const wordsOf = (hex: string): Int32Array =>
  Int32Array.from(hex.match(/.{8}/g) ?? [], (word) => Number.parseInt(word, 16) | 0)

/** Unlike a timer, a message is not delayed in a hidden tab. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

const firstPrimes = (count: number): number[] => {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0

const PRIMES = firstPrimes(64)
const K = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)))
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const words = new Int32Array(64)

const word = (list: Int32Array, at: number): number => list[at] as number

/**
 * SHA-256 (FIPS 180-4), synchronous: the browser's function is asynchronous, which takes longer than the digest itself, and it is
 * missing on plain http.
 * @param text ASCII, at most 55 characters: longer text takes a second block, which is not needed here
 * @param into the eight words of the digest
 */
export function sha256Block(text: string, into: Int32Array): void {
  words.fill(0, 0, 16)
  const { length } = text
  const add = (at: number, octet: number) => {
    words[at >> 2] = word(words, at >> 2) | (octet << (24 - 8 * (at & 3)))
  }
  for (let at = 0; at < length; at++) add(at, text.charCodeAt(at))
  add(length, 0x80)
  words[15] = 8 * length
  for (let at = 16; at < 64; at++) {
    const early = word(words, at - 15)
    const late = word(words, at - 2)
    const s0 = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3)
    const s1 = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10)
    words[at] = (word(words, at - 16) + s0 + word(words, at - 7) + s1) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = START
  for (let at = 0; at < 64; at++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + word(K, at) + word(words, at)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  into.set([a, b, c, d, e, f, g, h])
  for (let at = 0; at < 8; at++) into[at] = (word(START, at) + word(into, at)) | 0
}
