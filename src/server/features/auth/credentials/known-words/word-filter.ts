// A binary fuse filter (Graf and Lemire 2022): whether a text is a known word, and how common it is.

/** Of 24 bits a slot, two say how common the word is, the others whether it is one: one text in 2^22 is wrongly taken for a word. */
const SLOT_BYTES = 3
const RANK_BITS = 2
const HEADER_BYTES = 20
const MAGIC = 0x4d575031

export interface Shape {
  /** A power of two. */
  segmentLength: number
  segments: number
  seed: number
}

export interface WordFilter extends Shape {
  words: number
  slots: Uint8Array
}

/** Where a word's three slots are, and the bits that mark it. */
export interface Place {
  first: number
  second: number
  third: number
  mark: number
}

/** The state before the first character. */
export const EMPTY = { a: 0x811c9dc5 | 0, b: 0x27d4eb2f | 0 }
export type State = typeof EMPTY

export function addCode(state: State, code: number): void {
  state.a = Math.imul(state.a ^ code, 0x01000193)
  state.b = Math.imul(((state.b << 7) | (state.b >>> 25)) ^ code, 0x9e3779b1)
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

export function placeOf(shape: Shape, state: State, place: Place): void {
  const { segmentLength, segments, seed } = shape
  const high = mix(state.a ^ seed ^ Math.imul(mix(state.b), 0x2c1b3c6d))
  const low = mix(state.b ^ high)
  const first = Math.floor(((high >>> 0) / 2 ** 32) * segments * segmentLength)
  place.first = first
  place.second = (first + segmentLength) ^ (low & (segmentLength - 1))
  place.third = (first + 2 * segmentLength) ^ ((low >>> 13) & (segmentLength - 1))
  place.mark = mix(high ^ Math.imul(low, 0x27d4eb2f)) >>> (8 + RANK_BITS)
}

export const slotsIn = ({ segmentLength, segments }: Shape): number => (segments + 2) * segmentLength

export function readSlot(slots: Uint8Array, at: number): number {
  const byte = at * SLOT_BYTES
  return (slots[byte] ?? 0) | ((slots[byte + 1] ?? 0) << 8) | ((slots[byte + 2] ?? 0) << 16)
}

export function writeSlot(slots: Uint8Array, at: number, value: number): void {
  slots.set([value & 255, (value >>> 8) & 255, value >>> 16], at * SLOT_BYTES)
}

/** @returns 0 (most common) to 3, or -1 for a text that is not a known word */
export function rankAt(filter: WordFilter, state: State, place: Place): number {
  placeOf(filter, state, place)
  const { slots } = filter
  const value = readSlot(slots, place.first) ^ readSlot(slots, place.second) ^ readSlot(slots, place.third)
  return value >>> RANK_BITS === place.mark ? value & 3 : -1
}

export const slotValue = (mark: number, rank: number): number => (mark << RANK_BITS) | rank

export function encodeFilter(filter: WordFilter): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + filter.slots.length)
  const header = new DataView(bytes.buffer)
  const numbers = [MAGIC, filter.segmentLength, filter.segments, filter.seed, filter.words]
  for (const [at, number] of numbers.entries()) header.setUint32(at * 4, number)
  bytes.set(filter.slots, HEADER_BYTES)
  return bytes
}

/** @throws Error when the bytes are not such a filter, or truncated */
export function decodeFilter(bytes: Uint8Array): WordFilter {
  const header = new DataView(bytes.buffer, bytes.byteOffset)
  const [magic, segmentLength, segments, seed, words] = [0, 4, 8, 12, 16].map((at) => header.getUint32(at))
  const shape = { segmentLength: segmentLength ?? 0, segments: segments ?? 0, seed: seed ?? 0 }
  const slots = bytes.subarray(HEADER_BYTES)
  if (magic !== MAGIC || slots.length !== slotsIn(shape) * SLOT_BYTES) throw new Error("not a whole word filter")
  return { ...shape, words: words ?? 0, slots }
}

export const emptySlots = (shape: Shape): Uint8Array => new Uint8Array(slotsIn(shape) * SLOT_BYTES)
