/**
 * The layout of the records: the position of each field in a balance row, a market account and an order. An
 * integer field is named by its distance from the record's offset. A number takes the space of two integers
 * and is named by its distance from half the offset. The numbers come first. They are integers and never −0,
 * so equal numbers have equal words, which the state hash mixes as they are in memory.
 *
 * Files that work on records copy these names into module constants: V8 inlines such a constant, but loads an
 * imported one each time.
 */

/** Means "no record" where an offset is expected. */
export const noRecord = -1

/** One more than the greatest currency or market id: account × this + id is a key below 2^53. */
export const idsPerAccount = 1024

/** A balance row: one account's balance of one currency. */
export const intsPerRow = 8
/** Account × idsPerAccount + currency. */
export const rowKeyNumber = 0
export const availableNumber = 1
export const heldNumber = 2
/** What the row contributed to the state hash at the last update: two words. */
export const rowHashedInt = 6

/** A market account: an account in a market. Its integer 2 is unused. */
export const intsPerMarketAccount = 8
/** Account × idsPerAccount + market. */
export const marketAccountKeyNumber = 0
/** The account's balance rows in the market's two currencies. */
export const baseRowInt = 3
export const quoteRowInt = 4
/** Its oldest and its youngest open order, and how many there are. */
export const oldestInt = 5
export const youngestInt = 6
export const openCountInt = 7

/** An order: the one that is being placed, or one that rests. */
export const intsPerOrder = 16
/** The key of its market account. */
export const orderKeyNumber = 0
export const priceNumber = 1
export const remainingNumber = 2
/** 0 in a free slot. */
export const orderIdNumber = 3
/** What the order contributed to the state hash at the last update: two words. */
export const orderHashedInt = 8
/** The offset of its market account, which is even, plus 1 for a sell. */
export const orderMarketAccountInt = 10
/** The price level in whose queue it rests, and its neighbors in the queue. */
export const levelInt = 11
export const nextInt = 12
export const previousInt = 13
/** Its neighbors among the open orders of its market account. */
export const youngerInt = 14
export const olderInt = 15
