// Formats amounts: bytes, long numbers, durations. Without the browser's formatters, because creating one takes a phone a fifth of
// a second before it shows anything.

const UNITS = ["bytes", "KB", "MB", "GB", "TB"]

/** "1,234", "12.5" */
export function countOf(value: number): string {
  const [whole = "", fraction] = String(Math.abs(value)).split(".")
  const groups: string[] = []
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end))
  return `${value < 0 ? "-" : ""}${groups.join(",")}${fraction === undefined ? "" : `.${fraction}`}`
}

export const peopleOf = (count: number): string => (count === 1 ? "1 person" : `${countOf(count)} people`)

export const contactsOf = (count: number): string => (count === 1 ? "1 contact" : `${countOf(count)} contacts`)

/** "1.5 GB": units of 1024, two or three significant digits */
export function bytesOf(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  const digits = unit === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${value.toFixed(digits)} ${UNITS[unit]}`
}

const counted = (value: number, unit: string): string => `${value} ${unit}${value === 1 ? "" : "s"}`

/** "3 days, 4 hours": the two largest units */
export function durationOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return `${counted(days, "day")}, ${counted(hours % 24, "hour")}`
  if (hours > 0) return `${counted(hours, "hour")}, ${counted(minutes % 60, "minute")}`
  return minutes > 0 ? counted(minutes, "minute") : counted(Math.floor(seconds), "second")
}
