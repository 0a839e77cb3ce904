// Limits of the people that owners have met: of what is stored, of lists and files, and of what visitors leave.

/** People that one account has met. */
export const PEOPLE_MAX = 150_000
/** Of the contacts of one account together. */
export const PEOPLE_MAX_BYTES = 250 * 1024 * 1024
/** How long an address book that was away can still learn what was deleted. */
export const PEOPLE_DELETIONS_DAYS = 400
/** Deletions that a book remembers: more than it can hold, so that also an empty one can be told. */
export const PEOPLE_DELETIONS_MAX = 200_000
/** One contact with its picture, but without line ends, folds, and what it has from a profile that it follows. */
export const PERSON_MAX_BYTES = 256 * 1024
/** With all of it. The 50 items of a profile are 90 kB at most, and as much may be the owner's who removed earlier ones. */
export const PERSON_STORED_MAX_BYTES = 2 * PERSON_MAX_BYTES
/** Its properties, folded lines counted once, and its tags. Address books write some tens of them. */
export const PERSON_PROPERTIES_MAX = 1000
/** With those of a profile that it follows, which has up to 50 items of two properties. */
export const PERSON_STORED_PROPERTIES_MAX = 2 * PERSON_PROPERTIES_MAX
export const PERSON_ENTRIES_MAX = 50
export const PERSON_TAGS_MAX = 20
export const PERSON_TAG_MAX = 40
export const PERSON_NOTE_MAX = 2000
export const PERSON_EVENT_MAX = 100
export const PEOPLE_PER_PAGE = 50
export const PEOPLE_SEARCH_MAX = 100

/** People that one action changes: tags, deletion, export of a selection. */
export const PEOPLE_SELECTED_MAX = 200
export const PEOPLE_MERGED_MAX = 10
/** Tags and events that filters offer, and pairs of contacts that may be one person. */
export const PEOPLE_LABELS_MAX = 100
export const PEOPLE_DUPLICATES_MAX = 50
/** A file of contacts is read on the owner's device and sent in parts of at most so many contacts and bytes. */
export const PEOPLE_FILE_MAX_BYTES = 50 * 1024 * 1024
export const PEOPLE_PER_IMPORT = 200
export const PEOPLE_IMPORT_BYTES = 1024 * 1024
/** Characters with which a program names an import or a new person, so that it can send them again. */
export const PEOPLE_KEY_MAX = 100
/** Characters of a name, a search text and a row's other texts that lists keep of a contact. */
export const PERSON_SHOWN_MAX = 200
export const PERSON_SEARCHED_MAX = 5000

/** Characters of the text that a visitor leaves with their details. */
export const GIVEN_MESSAGE_MAX = 500
/** For so long, the same details at the same page are the same visit: a page that was sent by a form can be reloaded. */
export const GIVEN_AGAIN_DAYS = 1
/** A link that confirms a giver's address; also the time until another email may go there. */
export const GIVER_LINK_DAYS = 7
/** What the page of a giver shows at once. */
export const GIVER_PEOPLE_SHOWN = 50
/** New people that the menu and the email count. */
export const NEWS_COUNTED_MAX = 100

/** What can be written down about a person. */
export const PERSON_ENTRY_KINDS = ["phone", "email", "link", "address", "date"] as const
