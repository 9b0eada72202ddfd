/**
 * The inputs that make the tests' poisoned core throw. They are separate from the worker, which cannot be
 * imported.
 */

/** Orders of this quantity break the core. */
export const poisonQuantity = 666

/** The account whose cancels make the planted core throw. */
export const poisonCancelerId = 1003
