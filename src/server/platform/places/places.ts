// The place of a request: from the headers of the operator's proxy, or from the city databases.
import { isIPv6 } from "node:net"
import { isPlace, NO_PLACE, type Place } from "../../../domain/insights/insights.ts"
import type { Config } from "../config/config.ts"
import type { Log } from "../log.ts"
import { createCityDatabase } from "./city-database.ts"
import { placeInHeaders } from "./geo-headers.ts"

/** The parts of a request that its place is found by. */
export interface RequestOrigin {
  ip: string
  headers: Pick<Headers, "get">
  /** forwarded by one of the operator's own proxies, whose headers count */
  isProxied: boolean
}

type Needs = { config: Pick<Config, "GEO_HEADERS" | "GEOIP_V4" | "GEOIP_V6">; log: Log }

export type Places = ReturnType<typeof createPlaces>

export function createPlaces({ config, log }: Needs) {
  const { GEO_HEADERS, GEOIP_V4, GEOIP_V6 } = config
  const v4 = GEOIP_V4 === null ? null : createCityDatabase(GEOIP_V4, 4, log)
  const v6 = GEOIP_V6 === null ? null : createCityDatabase(GEOIP_V6, 6, log)
  return {
    isOn: GEO_HEADERS !== null || v4 !== null || v6 !== null,
    /** May read a large file first: no visitor and no transaction should wait for it. Never rejects. */
    async of({ ip, headers, isProxied }: RequestOrigin): Promise<Place> {
      const said = GEO_HEADERS !== null && isProxied ? placeInHeaders(GEO_HEADERS, headers) : NO_PLACE
      if (isPlace(said)) return said
      return (await (isIPv6(ip) ? v6 : v4)?.find(ip)) ?? NO_PLACE
    },
    /** Notices changed files. Never rejects. */
    async refresh(): Promise<void> {
      await Promise.all([v4?.refresh(), v6?.refresh()])
    },
  }
}
