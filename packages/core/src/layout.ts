/**
 * What the records are made of: where in a balance row, a trader and an order each field stands. An
 * integer is named by its distance from the record's place; a number, which takes the room of two
 * integers, by its distance from half the place. A record's numbers come first; they are integers and never
 * −0, so that equal ones are equal words to the state hash, which mixes them as they lie here.
 *
 * Files that work on records take these names into constants of their own: V8 puts the value of such a one
 * into its code, and fetches an imported one each time.
 */

/** Stands for no record where a place is asked for. */
export const noPlace = -1

/** One more than the greatest currency or market id: account × this + id is a key below 2^53. */
export const idsPerAccount = 1024

/** A balance row: what an account has in a currency. */
export const intsPerRow = 8
/** Account × idsPerAccount + currency. */
export const rowKeyNumber = 0
export const availableNumber = 1
export const heldNumber = 2
/** What the row adds to the state hash as it stood when it was last settled: two words. */
export const rowHashedInt = 6

/** A trader: an account in a market (its integer 2 is free). */
export const intsPerTrader = 8
/** Account × idsPerAccount + market. */
export const traderKeyNumber = 0
/** The account's balance rows in the market's two currencies. */
export const baseRowInt = 3
export const quoteRowInt = 4
/** Its oldest and its youngest open order, and how many there are. */
export const oldestInt = 5
export const youngestInt = 6
export const openCountInt = 7

/** An order: the one that is being placed, or one that rests. */
export const intsPerOrder = 16
/** The key of its trader. */
export const orderKeyNumber = 0
export const priceNumber = 1
export const remainingNumber = 2
/** 0 where there is no order any more. */
export const orderIdNumber = 3
/** What the order adds to the state hash as it stood when it was last settled: two words. */
export const orderHashedInt = 8
/** Its trader, whose place is even, and 1 more for a sell. */
export const orderTraderInt = 10
/** The price level in whose queue it rests, and its neighbors there. */
export const levelInt = 11
export const nextInt = 12
export const previousInt = 13
/** Its neighbors among the open orders of its trader. */
export const youngerInt = 14
export const olderInt = 15
