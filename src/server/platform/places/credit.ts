// Whom the city databases are owed to: words, and a link behind them.

export interface Credit {
  text: string
  url: string
}

/** The setting GEOIP_CREDIT. Throws an Error whose message completes "GEOIP_CREDIT …". */
export function readCredit(text: string | undefined): Credit {
  const words = /^(.*\S)\s+(https?:\/\/\S+)$/.exec(text?.trim() || "IP Geolocation by DB-IP https://db-ip.com")
  if (words?.[1] === undefined || words[2] === undefined || !URL.canParse(words[2]))
    throw new Error("must be a few words with a link behind them")
  return { text: words[1], url: words[2] }
}
