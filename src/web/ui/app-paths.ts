// Which addresses the application renders itself, profiles included; landing and information pages are documents and need a page load.

const DOCUMENT = /^\/(?:about|contact|faq|privacy|terms|acceptable-use)?(?:[?#]|$)/
const FILE = /^\/(?:api|auth|files|assets)\/|\.[a-z]+(?:[?#]|$)/

export const isAppPath = (path: string): boolean => !DOCUMENT.test(path) && !FILE.test(path)
