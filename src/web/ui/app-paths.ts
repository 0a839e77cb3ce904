// Which addresses the application shows itself, profiles included; the landing and information pages are documents, loaded whole.

const DOCUMENT = /^\/(?:about|contact|faq|privacy|terms|acceptable-use)?(?:[?#]|$)/
const FILE = /^\/(?:api|auth|files|assets)\/|\.[a-z]+(?:[?#]|$)/

export const isAppPath = (path: string): boolean => !DOCUMENT.test(path) && !FILE.test(path)
