// Where the browser keeps the pages that open without a network.
export const OWN_CARD_CACHE = "meishi-own-card"
/** The page that shows the own card; everything else leads there while there is no network. */
export const OWN_CARD_PATH = "/settings/card"
