// The address of the printable sheet of a batch.

export const sheetPath = (batch: string): string => `/admin/cards/sheet?${new URLSearchParams({ batch })}`
