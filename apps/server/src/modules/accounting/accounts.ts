/** The chart of accounts: which line an account belongs to. Pure. */
import {
  custodyAccounts,
  firstMarketMakerId,
  firstUserId,
  houseAccounts,
  isCustodyAccount,
  lastMarketMakerId,
} from '@tukar/core'

export type AccountKind = 'house' | 'custody' | 'traders' | 'users'

/** A line: a single house account, all market makers together, or all users together. */
export type BookAccount = {
  /** A word that pages have a name for: `fees`, `bank`, `users`; `account_12` if none is known. */
  readonly account: string
  /** Null if the line has many accounts. */
  readonly accountId: number | null
  readonly kind: AccountKind
}

const names = new Map<number, string>([
  ...Object.entries(houseAccounts).map(([name, id]) => [id, name] as const),
  ...Object.entries(custodyAccounts).map(([name, id]) => [id, name] as const),
])

/** The line of a group as the SQL below names it: an account's number, `traders` or `users`. */
export function bookAccountOf(group: string): BookAccount {
  if (group === 'users' || group === 'traders')
    return { account: group, accountId: null, kind: group }
  const accountId = Number(group)
  const kind = isCustodyAccount(accountId) ? 'custody' : 'house'
  return { account: names.get(accountId) ?? `account_${accountId}`, accountId, kind }
}

/** SQL: the group of an account. */
export function groupOf(column: string): string {
  return `case when ${column} > 999 then 'users' when ${column} >= 900 then 'traders'
    else ${column}::text end`
}

/** The order of a chart of accounts: custody, then the house accounts, market makers and users. */
export function compareGroups(one: string, other: string): number {
  return rankOf(one) - rankOf(other)
}

function rankOf(group: string): number {
  if (group === 'users') return 10_000
  if (group === 'traders') return 9_000
  const accountId = Number(group)
  return isCustodyAccount(accountId) ? accountId - 1_000 : accountId
}

/** The group of an account. */
export function groupNameOf(accountId: number): string {
  if (accountId >= firstUserId) return 'users'
  const isTrader = accountId >= firstMarketMakerId && accountId <= lastMarketMakerId
  return isTrader ? 'traders' : String(accountId)
}
