// What people call their numbers and addresses: from the types of a vCard, Apple's labels and the columns of a table.

const PLACES = new Map([
  ["work", "work"],
  ["business", "work"],
  ["home", "home"],
  ["personal", "home"],
  ["school", "school"],
])
const DEVICES = new Map([
  ["cell", "mobile"],
  ["mobile", "mobile"],
  ["iphone", "iPhone"],
  ["fax", "fax"],
  ["pager", "pager"],
  ["car", "car"],
  ["main", "main"],
  ["video", "video"],
  ["isdn", "ISDN"],
  ["telex", "telex"],
  ["tlx", "telex"],
  ["assistant", "assistant"],
  ["website", "website"],
])
/** Types that say nothing to people. */
const SILENT = new Set(
  "voice pref preferred internet text textphone msg sms dom intl postal parcel x400 uri default other obsolete".split(
    " ",
  ),
)
const APPLE = new Map([
  ["homepage", "website"],
  ["homefax", "home fax"],
  ["workfax", "work fax"],
  ["otherfax", "fax"],
])

export interface Label {
  text: string
  /** chosen by a person instead of from a list */
  isCustom: boolean
  isPreferred: boolean
}

/**
 * @param types for example ["WORK", "CELL", "pref"]
 * @param written the label beside them; "_$!<WorkFAX>!$_" is Apple's "Work fax" in every language, "* Work" Google's preferred one
 */
export function labelOf(types: readonly string[], written = ""): Label {
  const names = types.map((type) => type.replace(/^X-(?=.)/i, ""))
  const own = written
    .trim()
    .replace(/^(?:_\$!<|\*)/, "")
    .replace(/>!\$_$/, "")
    .trim()
  const words = own === "" ? names.map((name) => name.toLowerCase()) : wordsOf(own)
  const first = (known: Map<string, string>) => words.map((word) => known.get(word)).find((word) => word !== undefined)
  const standard = [first(PLACES), first(DEVICES)].filter((word) => word !== undefined).join(" ")
  // "Parcel" beside a property is a person's word; as a type it says nothing. "Other" is a choice of every program's list.
  const isMeant = own !== "" && !/^(?:_\$!<|\*?\s*other$)/i.test(written.trim())
  const isUnknown = (word: string) =>
    word !== "" && !PLACES.has(word) && !DEVICES.has(word) && (isMeant || !SILENT.has(word))
  const unknown = words.findIndex(isUnknown)
  const isCustom = unknown !== -1 && (own !== "" || standard === "")
  const custom = own === "" ? (names[unknown] ?? "").replaceAll("_", " ") : own
  const isPreferred = names.some((name) => name.toLowerCase() === "pref") || written.trim().startsWith("*")
  // What a person wrote stays as it is.
  return { text: isCustom && own !== "" ? own : capitalized(isCustom ? custom : standard), isCustom, isPreferred }
}

const wordsOf = (label: string): string[] => (APPLE.get(label.toLowerCase()) ?? label.toLowerCase()).split(/[ -]/)

const capitalized = (text: string): string =>
  text.startsWith("iPhone") ? text : text.charAt(0).toUpperCase() + text.slice(1)
