// The time as the server reads it.

/** Reads the time; tests move it. */
export type Clock = () => Date
