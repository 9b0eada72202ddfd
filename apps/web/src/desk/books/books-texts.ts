/** The texts of ledger and reconciliation in the page's language. */
import { consoleBookMessages, formatDecimal, unknownSign } from '@tukar/i18n'
import { rowNumber } from '@tukar/wire'
import { pageTranslator } from '../../app/translate.ts'
import type { BadgeTone } from '../../ui/feedback.tsx'
import type { ConsoleRoute } from '../frame/console-route.ts'

export const t = pageTranslator(consoleBookMessages)

const dayGrammar = /^\d{4}-\d\d-\d\d$/

/** The closed day in a path; null if there is none. */
export function parseDay([segment = '', ...beyond]: readonly string[]): string | null {
  return dayGrammar.test(segment) && beyond.length === 0 ? segment : null
}

/** The title of a day's balances, by the rest of its path; null if it is not a day. */
export function dayTitle(rest: readonly string[]): string | null {
  const day = parseDay(rest)
  return day === null ? null : t('asOfDay', { day })
}

const searches = { account: 'accountLabel', seq: 'seqLabel', source: 'sourceLabel' } as const

/** The search in a ledger path, such as `account:1001`; null if there is none. */
export function parseSearch([segment = '', ...beyond]: readonly string[]) {
  const [, name = '', value = ''] = /^(\w+):(.+)$/.exec(segment) ?? []
  return isKeyOf(searches, name) && beyond.length === 0 ? { name, value } : null
}

/** The title of such a search. */
export function searchTitle(rest: readonly string[]): string | null {
  const search = parseSearch(rest)
  return search === null ? null : `${t(searches[search.name])}: ${search.value}`
}

const accounts = {
  fees: 'fees',
  bourse: 'bourse',
  vat: 'vat',
  incomeTax: 'incomeTax',
  bonus: 'bonus',
  rounding: 'rounding',
  suspense: 'suspense',
  simulation: 'simulation',
  bank: 'bank',
  users: 'kindUsers',
  traders: 'kindTraders',
} as const

/** Names of chains are the same in every language. */
const chains: Readonly<Record<string, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
  arbitrum: 'Arbitrum',
  bnb: 'BNB Smart Chain',
}

/** The name of an account in the trial balance. */
export function accountText(account: string, accountId: string): string {
  const chain = chains[account]
  if (chain !== undefined) return chain
  return isKeyOf(accounts, account) ? t(accounts[account]) : t('accountNo', { id: accountId })
}

/** The owner of an entry: a person by user id. */
export function ownerText(account: string, accountId: string): string {
  if (account === 'users') return t('accountUser', { id: accountId })
  if (account === 'traders') return t('accountTrader', { id: accountId })
  return accountText(account, accountId)
}

const kinds = {
  custody: 'kindCustody',
  house: 'kindHouse',
  traders: 'kindTraders',
  users: 'kindUsers',
} as const

/** The kind of an account. */
export function kindText(kind: string): string {
  return isKeyOf(kinds, kind) ? t(kinds[kind]) : kind
}

/** All reasons with a name, for the filter. */
export const reasons = {
  trade: 'reasonTrade',
  fee: 'reasonFee',
  bourse: 'reasonBourse',
  vat: 'reasonVat',
  income_tax: 'reasonIncomeTax',
  deposit: 'reasonDeposit',
  deposit_reversed: 'reasonDepositReversed',
  withdrawal: 'reasonWithdrawal',
  withdrawal_reversed: 'reasonWithdrawalReversed',
  withdrawal_fee: 'reasonWithdrawalFee',
  withdrawal_fee_reversed: 'reasonWithdrawalFeeReversed',
  starting_fund: 'reasonStartingFund',
  house_trader: 'reasonHouseTrader',
  sponsored_payout: 'reasonSponsored',
  network_fee: 'reasonNetworkFee',
  house_reserve: 'reasonReserve',
  bonus: 'reasonBonus',
  tax_handed_on: 'reasonHandedOn',
  account_deleted: 'reasonAccountDeleted',
} as const

/** The reason of an entry; an unknown one as it is. */
export function reasonText(kind: string): string {
  return isKeyOf(reasons, kind) ? t(reasons[kind]) : kind
}

const checks = {
  entries: 'checkEntries',
  zero_sum: 'checkZeroSum',
  sign: 'checkSign',
  held: 'checkHeld',
  holds: 'checkHolds',
  trades: 'checkTrades',
  journal: 'checkJournal',
  custody: 'checkCustody',
  gateway: 'checkGateway',
  closed_days: 'checkClosedDays',
  sums: 'checkSums',
} as const

/** The text of a check: the condition that must hold. */
export function checkText(check: string): string {
  return isKeyOf(checks, check) ? t(checks[check]) : check
}

const outsides = {
  whole: ['outsideWhole', 'up'],
  gap: ['outsideGap', 'down'],
  stale: ['outsideStale', 'warn'],
  none: ['outsideNone', 'neutral'],
} as const satisfies Readonly<Record<string, readonly [string, BadgeTone]>>

/** The state of custody. */
export function custodyStateText(outside: string): {
  readonly text: string
  readonly tone: BadgeTone
} {
  if (!isKeyOf(outsides, outside)) return { text: outside, tone: 'neutral' }
  const [key, tone] = outsides[outside]
  return { text: t(key), tone }
}

/** An amount with all its decimals, so that columns align; a dash if it is unknown. */
export function moneyText(amount: string, currency: string): string {
  if (amount === '') return unknownSign
  const [, sign = '', size = ''] = /^(-?)(.*)$/.exec(amount) ?? []
  const decimals = size.includes('.') ? size.length - size.indexOf('.') - 1 : 0
  const shown = formatDecimal(size, { decimals })
  return sign + (currency === 'IDR' ? `Rp\u00a0${shown}` : `${shown}\u00a0${currency}`)
}

/** The page of a source: a case, or all entries of a trade; null if it has none. */
export function findSourceRoute(source: string): ConsoleRoute | null {
  const [table = '', id = ''] = source.split(':')
  const caseId = rowNumber(id)
  if (table === 'trade') return { page: 'own', name: 'transfers', rest: [`source:${source}`] }
  if (caseId === null) return null
  switch (table) {
    case 'deposit':
    case 'withdrawal':
      return { page: 'cases', part: `${table}s`, queue: 'all', id: caseId }
    case 'chain_deposit':
    case 'chain_withdrawal': {
      const part = table === 'chain_deposit' ? 'chain-deposits' : 'chain-withdrawals'
      return { page: 'chain_cases', part, queue: 'all', id: caseId }
    }
    default:
      return null
  }
}

function isKeyOf<Known extends object>(known: Known, key: string): key is keyof Known & string {
  return Object.hasOwn(known, key)
}
