// What a measurement of `npm run faults` or `npm run bench` hands back: figures beside what they have to reach.

export interface Figure {
  what: string
  /** as people read it: "≤ 10", "< 5 ms"; "—" for a figure without a target */
  target: string
  figure: string
  isMet: boolean
}

/** Starts what it needs, breaks it, looks, and ends what it started. */
export type Measurement = () => Promise<Figure[]>

export const atMost = (what: string, value: number, limit: number, unit = "", digits = 0): Figure => ({
  what,
  target: `≤ ${limit}${unit}`,
  figure: `${value.toFixed(digits)}${unit}`,
  isMet: value <= limit,
})

export const exactly = (what: string, value: number, wanted: number): Figure => ({
  what,
  target: String(wanted),
  figure: String(value),
  isMet: value === wanted,
})

export const between = (what: string, value: number, low: number, high: number, digits = 2): Figure => ({
  what,
  target: `${low} to ${high}`,
  figure: value.toFixed(digits),
  isMet: value >= low && value <= high,
})

/** Without a target: it says under which conditions the others were found. */
export const fact = (what: string, figure: string): Figure => ({ what, target: "—", figure, isMet: true })

/** @param most null: without a target */
export const ratioAtMost = (what: string, ratio: number, most: number | null): Figure =>
  most === null ? fact(what, `${ratio.toFixed(2)} ×`) : atMost(what, ratio, most, " ×", 2)
