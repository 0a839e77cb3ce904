// Where the QR codes of cards made together are printed from.

export const sheetPath = (batch: string): string => `/admin/cards/sheet?${new URLSearchParams({ batch })}`
