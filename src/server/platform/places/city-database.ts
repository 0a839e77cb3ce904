// One city database in a file (MaxMind DB format): read when it is first needed, read again when the file has changed.
import { readFile, stat } from "node:fs/promises"
import { Reader } from "mmdb-lib"
import { cleanPlace, NO_PLACE, type Place } from "../../../domain/insights/insights.ts"
import { errorText, type Log } from "../log.ts"

export interface CityDatabase {
  /** Nothing found and nothing to look in are the same. Never rejects. */
  find(ip: string): Promise<Place>
  /** Notices that the file is missing, broken or has changed, and says so. Never rejects. */
  refresh(): Promise<void>
}

type Names = { en?: unknown }

/** Two shapes are common: flat, as DB-IP is packaged for npm; and MaxMind's, names by language. */
interface Entry {
  city?: unknown
  state1?: unknown
  country_code?: unknown
  subdivisions?: { names?: Names }[]
  country?: { iso_code?: unknown }
}

function placeIn(entry: Entry | null): Place {
  if (entry === null) return NO_PLACE
  const { city, state1, subdivisions, country_code, country } = entry
  return cleanPlace({
    city: typeof city === "object" ? (city as { names?: Names } | null)?.names?.en : city,
    state: state1 ?? subdivisions?.[0]?.names?.en,
    country: country_code ?? country?.iso_code,
  })
}

/** @throws Error that says what is wrong with the file */
async function open(path: string, version: 4 | 6): Promise<Reader<never>> {
  const reader = new Reader<never>(await readFile(path))
  const { ipVersion } = reader.metadata
  // One of IPv4 addresses would answer for the first half of an IPv6 address as if it were one.
  if (version === 6 && ipVersion !== 6) throw new Error("it holds IPv4 addresses only")
  reader.get(version === 4 ? "192.0.2.1" : "2001:db8::1")
  return reader
}

/** @param version which addresses are looked up in it */
export function createCityDatabase(path: string, version: 4 | 6, log: Log): CityDatabase {
  /** what is known of the file as it was then; null until it was looked at, and again when it has changed */
  let current: Promise<Reader<never> | null> | null = null
  let seen = ""

  /** Owner and mode count too: a file may become readable without being written. */
  const stampOf = (): Promise<string> =>
    stat(path).then(
      ({ mtimeMs, ctimeMs, size }) => `${mtimeMs} ${ctimeMs} ${size}`,
      () => "missing",
    )

  /** One line for each state of the file: what does not change is not said again with every tap. */
  async function read(former: Reader<never> | null): Promise<Reader<never> | null> {
    seen = await stampOf()
    try {
      const reader = await open(path, version)
      log.info("places.opened", { path, built: reader.metadata.buildEpoch.toISOString().slice(0, 10) })
      return reader
    } catch (error) {
      const hint = former === null ? "Taps are counted without their place." : "The former one stays in use."
      log.warn("places.unreadable", { path, error: errorText(error), hint })
      return former
    }
  }

  return {
    async find(ip) {
      current ??= read(null)
      const reader = await current
      try {
        return placeIn((reader?.get(ip) ?? null) as Entry | null)
      } catch {
        return NO_PLACE
      }
    },
    async refresh() {
      const stamp = await stampOf()
      // A file nobody has needed yet is only missed, not read.
      if (stamp === seen || (current === null && stamp !== "missing")) return
      const former = await current
      current = read(former)
      await current
    },
  }
}
