// One city database in a file (MaxMind DB format): read on first use, and again when the file changes.
import { readFile, stat } from "node:fs/promises"
import { Reader } from "mmdb-lib"
import { cleanPlace, NO_PLACE, type Place } from "../../../domain/insights/insights.ts"
import { errorText, type Log } from "../log.ts"

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
  // An IPv4 database would take the first half of an IPv6 address for an IPv4 address.
  if (version === 6 && ipVersion !== 6) throw new Error("it contains only IPv4 addresses")
  reader.get(version === 4 ? "192.0.2.1" : "2001:db8::1")
  return reader
}

/** @returns why this file cannot be used, or null */
export const cityDatabaseProblem = (path: string, version: 4 | 6): Promise<string | null> =>
  open(path, version).then(() => null, errorText)

/** @param version which addresses are looked up in it */
export function createCityDatabase(path: string, version: 4 | 6, log: Log) {
  /** The file as it was last read; null until then. */
  let current: Promise<Reader<never> | null> | null = null
  let seen = ""

  /** Owner and mode count too: a file may become readable without being written. */
  const stampOf = (): Promise<string> =>
    stat(path).then(
      ({ mtimeMs, ctimeMs, size }) => `${mtimeMs} ${ctimeMs} ${size}`,
      () => "missing",
    )

  /** Logs each state of the file once, not with every tap. */
  async function read(former: Reader<never> | null): Promise<Reader<never> | null> {
    seen = await stampOf()
    try {
      const reader = await open(path, version)
      log.info("places.opened", { path, built: reader.metadata.buildEpoch.toISOString().slice(0, 10) })
      return reader
    } catch (error) {
      const hint = former === null ? "Taps are counted without a location." : "The previous one stays in use."
      log.warn("places.unreadable", { path, error: errorText(error), hint })
      return former
    }
  }

  return {
    /** No place when there is none, or no database. Never rejects. */
    async find(ip: string): Promise<Place> {
      current ??= read(null)
      const reader = await current
      try {
        return placeIn((reader?.get(ip) ?? null) as Entry | null)
      } catch {
        return NO_PLACE
      }
    },
    /** Notices when the file is missing, broken or changed, and logs it. Never rejects. */
    async refresh(): Promise<void> {
      const stamp = await stampOf()
      // A file that has not been needed yet is not read.
      if (stamp === seen || (current === null && stamp !== "missing")) return
      const former = await current
      current = read(former)
      await current
    },
  }
}
