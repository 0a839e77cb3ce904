// Tells the islands of a member that the sheet of the exchange is open; `detail` is its element.

export const EXCHANGE_EVENT = "meishi-exchange"
