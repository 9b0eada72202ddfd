/** The words of the books in the language of the page. */
import { deskBookMessages, formatDecimal, unknownSign } from '@tukar/i18n'
import { rowNumber } from '@tukar/wire'
import { sayer } from '../../app/translate.ts'
import type { BadgeTone } from '../../ui/feedback.tsx'
import type { Place } from '../frame/place.ts'

export const say = sayer(deskBookMessages)

const dayGrammar = /^\d{4}-\d\d-\d\d$/

/** The closed day that the address of the books names; null where it names none. */
export function dayOf([asked = '', ...beyond]: readonly string[]): string | null {
  return dayGrammar.test(asked) && beyond.length === 0 ? asked : null
}

/** What the books of a day are called, by what follows in their address; null where it is no day. */
export function dayTitle(rest: readonly string[]): string | null {
  const day = dayOf(rest)
  return day === null ? null : say('asOfDay', { day })
}

const searches = { account: 'accountLabel', seq: 'seqLabel', source: 'sourceLabel' } as const

/** The one thing that the address of the ledger searches for: `account:1001`; null where there is none. */
export function searchOf([asked = '', ...beyond]: readonly string[]) {
  const [, name = '', value = ''] = /^(\w+):(.+)$/.exec(asked) ?? []
  return isKeyOf(searches, name) && beyond.length === 0 ? { name, value } : null
}

/** What such a search is called. */
export function searchTitle(rest: readonly string[]): string | null {
  const search = searchOf(rest)
  return search === null ? null : `${say(searches[search.name])}: ${search.value}`
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

/** What a line of the chart is called. */
export function accountText(account: string, accountId: string): string {
  const chain = chains[account]
  if (chain !== undefined) return chain
  return isKeyOf(accounts, account) ? say(accounts[account]) : say('accountNo', { id: accountId })
}

/** Whose an entry is: a person by his number. */
export function ownerText(account: string, accountId: string): string {
  if (account === 'users') return say('accountUser', { id: accountId })
  if (account === 'traders') return say('accountTrader', { id: accountId })
  return accountText(account, accountId)
}

const kinds = {
  custody: 'kindCustody',
  house: 'kindHouse',
  traders: 'kindTraders',
  users: 'kindUsers',
} as const

/** What kind of account a line is. */
export function kindText(kind: string): string {
  return isKeyOf(kinds, kind) ? say(kinds[kind]) : kind
}

/** Every reason that has a name, as it is searched for. */
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

/** Why money moved; one that has no name is shown as it is. */
export function reasonText(kind: string): string {
  return isKeyOf(reasons, kind) ? say(reasons[kind]) : kind
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

/** What is checked, as a sentence of what has to be. */
export function checkText(check: string): string {
  return isKeyOf(checks, check) ? say(checks[check]) : check
}

const outsides = {
  whole: ['outsideWhole', 'up'],
  gap: ['outsideGap', 'down'],
  stale: ['outsideStale', 'warn'],
  none: ['outsideNone', 'neutral'],
} as const satisfies Readonly<Record<string, readonly [string, BadgeTone]>>

/** What the outside holds, in a word. */
export function outsideText(outside: string): { readonly text: string; readonly tone: BadgeTone } {
  if (!isKeyOf(outsides, outside)) return { text: outside, tone: 'neutral' }
  const [key, tone] = outsides[outside]
  return { text: say(key), tone }
}

/** An amount with all its decimals, so that columns of them line up; a dash for one that is not known. */
export function moneyText(amount: string, currency: string): string {
  if (amount === '') return unknownSign
  const [, sign = '', size = ''] = /^(-?)(.*)$/.exec(amount) ?? []
  const decimals = size.includes('.') ? size.length - size.indexOf('.') - 1 : 0
  const shown = formatDecimal(size, { decimals })
  return sign + (currency === 'IDR' ? `Rp\u00a0${shown}` : `${shown}\u00a0${currency}`)
}

/** Where a source is shown: a case, or all entries of a trade; null where it has no place. */
export function placeOfSource(source: string): Place | null {
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
