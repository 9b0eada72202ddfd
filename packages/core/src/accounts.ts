/** The chart of the house's own accounts. Users begin at `firstUserId`. */

export const houseAccounts = {
  /** Trading fees earned. */
  fees: 1,
  /** Bourse fees owed to the bourse. */
  bourse: 2,
  /** Value-added tax owed to the state. */
  vat: 3,
  /** Income tax withheld, owed to the state. */
  incomeTax: 4,
  /** What monthly bonuses are paid from. */
  bonus: 5,
  /** Dust of chain amounts finer than a currency's unit. */
  rounding: 6,
  /** Credits that would have passed a currency's bound. */
  suspense: 7,
} as const

/** Custody accounts, one a rail: at or below zero, they mirror what the outside owes. */
export const custodyAccounts = {
  simulation: 100,
  bank: 101,
  bitcoin: 102,
  ethereum: 103,
  arbitrum: 104,
  bnb: 105,
} as const
export const firstCustodyId = 100
export const lastCustodyId = 199

/** Traders that the house runs in simulation mode; trades between them are marked. */
export const firstHouseTraderId = 900
export const lastHouseTraderId = 999

export const firstUserId = 1001

/** The currency in which taxes are stated: rupiah is always listed under this id. */
export const rupiahId = 1

/** Stands for an id that cannot be one; no account has it. */
const noAccount = 0

/**
 * The account that a command names; `noAccount` for what is no whole number: keys are sums of ids, so a
 * fraction would be the key of somebody else's money or orders.
 */
export function namedAccount(accountId: number): number {
  return Number.isSafeInteger(accountId) ? accountId : noAccount
}

/** Whether the account is the house's own. */
export function isHouseAccount(accountId: number): boolean {
  return accountId < firstUserId
}

/** Whether the account is a rail's custody account. */
export function isCustodyAccount(accountId: number): boolean {
  return accountId >= firstCustodyId && accountId <= lastCustodyId
}

/** Whether the account may trade: users, and the traders that the house runs in simulation mode. */
export function isTraderAccount(accountId: number): boolean {
  return accountId >= firstHouseTraderId
}
