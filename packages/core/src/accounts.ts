/** The chart of house accounts. User accounts begin at `firstUserId`. */

export const houseAccounts = {
  /** Trading fees earned. */
  fees: 1,
  /** Bourse fees owed to the bourse. */
  bourse: 2,
  /** Value-added tax owed to the state. */
  vat: 3,
  /** Income tax withheld, owed to the state. */
  incomeTax: 4,
  /** Pays the monthly bonuses. */
  bonus: 5,
  /** Dust of chain amounts finer than a currency's unit. */
  rounding: 6,
  /** Credits that would exceed a currency's supply bound. */
  suspense: 7,
} as const

/** One custody account per rail. Its balance is zero or negative: it mirrors what the rail owes. */
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

/** Market makers of simulation mode. Trades between them are marked. */
export const firstMarketMakerId = 900
export const lastMarketMakerId = 999

export const firstUserId = 1001

/** The currency in which taxes are stated: rupiah is always listed under this id. */
export const rupiahId = 1

/** A value that no account has as its id. */
const noAccount = 0

/**
 * Returns the account that a command names, or `noAccount` if the id is not an integer. Keys are sums of ids,
 * so a fraction would be the key of another account's money or orders.
 */
export function namedAccount(accountId: number): number {
  return Number.isSafeInteger(accountId) ? accountId : noAccount
}

/** Whether this is a house account. */
export function isHouseAccount(accountId: number): boolean {
  return accountId < firstUserId
}

/** Whether this is a custody account. */
export function isCustodyAccount(accountId: number): boolean {
  return accountId >= firstCustodyId && accountId <= lastCustodyId
}

/** Whether the account may trade: users, and the market makers of simulation mode. */
export function isTradingAccount(accountId: number): boolean {
  return accountId >= firstMarketMakerId
}
