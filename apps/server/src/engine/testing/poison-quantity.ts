/** What the poisoned core of the tests breaks at; apart from the worker, which cannot be imported. */

/** Orders of this quantity break the core. */
export const poisonQuantity = 666
