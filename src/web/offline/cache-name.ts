// The name of the browser's cache for pages that open without a network.
export const OWN_CARD_CACHE = "meishi-own-card"
/** The page of your card; without a network, every other address leads there. */
export const OWN_CARD_PATH = "/settings/card"
