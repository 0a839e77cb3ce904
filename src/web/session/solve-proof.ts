// Finds the number of a proof of work, in slices, so that the page stays responsive. Loaded only when the server requires one.
import { type ProofChallenge, proofOf, provenText } from "../../domain/proof-of-work.ts"
import { sha256Block } from "./sha256-block.ts"

/** Too short to notice. */
const SLICE_MS = 12
const NUMBERS_PER_LOOK = 256

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

const wordsOf = (hex: string): Int32Array =>
  Int32Array.from(hex.match(/.{8}/g) ?? [], (word) => Number.parseInt(word, 16) | 0)

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
