// What a card is called. Separate from card.ts, which every screen loads.

/** The owner's own name for a card, or what tells it apart: the whole ID, random and 26 characters long, tells a person nothing. */
export const cardName = ({ card_id, nickname }: { card_id: string; nickname: string }): string =>
  nickname || `Card ending in ${card_id.slice(-4)}`
