// Which addresses belong to the hydrated application; everything else is a document.

const APP = /^\/(?:login|signup|verify-email|reset-password|edit-profile|settings|admin|card)(?:[/?#]|$)/

export const isAppPath = (path: string): boolean => APP.test(path)
