// Where a request comes from: what the operator's proxy says of it, or what the city databases say of its address.
import { isIPv6 } from "node:net"
import { isPlace, NO_PLACE, type Place } from "../../../domain/insights/insights.ts"
import type { Config } from "../config/config.ts"
import type { Log } from "../log.ts"
import { createCityDatabase } from "./city-database.ts"
import { placeInHeaders } from "./geo-headers.ts"

/** Of a request, what its place is found by. */
export interface Whence {
  ip: string
  headers: Pick<Headers, "get">
  /** handed over by one of the operator's own proxies, whose word counts */
  isProxied: boolean
}

export interface Places {
  /** May read a large file first: nobody should wait for it. Never rejects. */
  of(requestOrigin: Whence): Promise<Place>
  /** Notices files that have changed. Never rejects. */
  refresh(): Promise<void>
}

type Needs = { config: Pick<Config, "GEO_HEADERS" | "GEOIP_V4" | "GEOIP_V6">; log: Log }

export function createPlaces({ config, log }: Needs): Places {
  const { GEO_HEADERS, GEOIP_V4, GEOIP_V6 } = config
  const v4 = GEOIP_V4 === null ? null : createCityDatabase(GEOIP_V4, 4, log)
  const v6 = GEOIP_V6 === null ? null : createCityDatabase(GEOIP_V6, 6, log)
  return {
    async of({ ip, headers, isProxied }) {
      const said = GEO_HEADERS !== null && isProxied ? placeInHeaders(GEO_HEADERS, headers) : NO_PLACE
      if (isPlace(said)) return said
      return (await (isIPv6(ip) ? v6 : v4)?.find(ip)) ?? NO_PLACE
    },
    async refresh() {
      await Promise.all([v4?.refresh(), v6?.refresh()])
    },
  }
}
