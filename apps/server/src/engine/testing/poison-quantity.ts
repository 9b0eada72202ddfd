/** What the poisoned core of the tests breaks at; apart from the worker, which cannot be imported. */

/** Orders of this quantity break the core. */
export const poisonQuantity = 666

/** Whose cancels break the core that tests plant. */
export const poisonCancelerId = 1003
