// The limits of CardDAV, by which programs read and write the people of an account.

/** XML of an address book's request: the names of some 40,000 contacts. */
export const DAV_XML_MAX_BYTES = 4 * 1024 * 1024
/** Elements and attributes of such a request. */
export const DAV_ELEMENTS_MAX = 100_000
export const DAV_XML_DEPTH_MAX = 16
/** Properties that one request asks for: each is answered for every contact. Clients ask for some thirty. */
export const DAV_PROPERTIES_MAX = 100
/** Characters of cards that a query looks at before other requests have their turn. */
export const DAV_QUERY_PIECE = 256 * 1024
/** Conditions of one query: each is tried on every property of every contact. */
export const DAV_CONDITIONS_MAX = 50
/** Bytes of the file name that an address book chooses for a contact. */
export const DAV_NAME_MAX_BYTES = 255
/** Contacts that are read from the database at once. */
export const DAV_PAGE = 500
/** The same with their cards, which may hold pictures. */
export const DAV_CARDS_PAGE = 100
/** Results of one request whose sender asked for a maximum. */
export const DAV_RESULTS_MAX = 5000
