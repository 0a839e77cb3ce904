// What the doctor says: one line for each thing it looked at.

/** "bad" makes the command end with 1. */
export interface Finding {
  level: "ok" | "note" | "bad"
  text: string
}

export const ok = (text: string): Finding => ({ level: "ok", text })
export const note = (text: string): Finding => ({ level: "note", text })
export const bad = (text: string): Finding => ({ level: "bad", text })
