/**
 * Checks of a withdrawal on a chain before it is sent: figures, faults, and the comparison of its address
 * with known ones. Pure.
 */
import { type PastedAddress, readPastedAddress } from '@tukar/i18n'
import type { ChainName, CoinRules } from './coin.ts'

/** The amounts that leave, cost and arrive; units. */
export type CoinFigures = { readonly fee: number; readonly net: number }

/** The fee and the amount that arrives (EVMW-09, BTCW-03); below 0 if the fee is larger. */
export function coinFigures(units: number, fee: number): CoinFigures {
  return { fee, net: units - fee }
}

export type CoinFault =
  | { readonly kind: 'least' | 'most' | 'daily' | 'balance'; readonly units: number }
  | { readonly kind: 'fee' }

/** The largest amount that can be withdrawn now; null while unknown. */
export function findCoinMaximum(
  rules: CoinRules | undefined,
  available: number | null,
): number | null {
  if (rules === undefined || available === null) return null
  const left = Math.max(0, rules.dailyLimit - rules.dailyUsed)
  return Math.min(available, rules.maximum, left)
}

/** Returns why an amount is invalid; null if it is valid. The server checks unknown values. */
export function findCoinFault(
  units: number,
  rules: CoinRules | undefined,
  known: { readonly available: number | null; readonly fee: number | null },
): CoinFault | null {
  const { available, fee } = known
  if (available !== null && units > available) return { kind: 'balance', units: available }
  if (rules !== undefined) {
    if (units < rules.minimum) return { kind: 'least', units: rules.minimum }
    if (units > rules.maximum) return { kind: 'most', units: rules.maximum }
    const left = Math.max(0, rules.dailyLimit - rules.dailyUsed)
    if (units > left) return { kind: 'daily', units: left }
  }
  return units <= (fee ?? 0) ? { kind: 'fee' } : null
}

const evmShape = /^0x[0-9a-fA-F]{40}$/
/** Segwit of any network, or the older base58 forms. */
const bitcoinShape =
  /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|[123mn][1-9A-HJ-NP-Za-km-z]{25,39})$/i

/** Whether a text has the form of a chain's address; the server checks checksum and network. */
export function isAddressShaped(text: string, chain: ChainName | 'evm'): boolean {
  return (chain === 'bitcoin' ? bitcoinShape : evmShape).test(text)
}

/**
 * The destination of a typed or pasted text: the address in a payment request or link of this chain,
 * otherwise the text unchanged.
 */
export function destinationIn(text: string, chain: ChainName | 'evm'): PastedAddress {
  const pasted = readPastedAddress(text)
  const isUsed = pasted.from === null || isAddressShaped(pasted.address, chain)
  return isUsed && pasted.address !== '' ? pasted : { ...nothingPasted, address: text }
}

export const nothingPasted: PastedAddress = {
  address: '',
  from: null,
  amount: null,
  chainId: null,
}

/**
 * The chain id of a pasted payment request, if it differs from the selected chain; otherwise null. The same
 * address exists on all EVM chains, but coins on the wrong chain do not arrive.
 */
export function otherChainIn(
  { chainId }: PastedAddress,
  chosen: { readonly chainId: string } | null,
): string | null {
  return chosen === null || chainId === chosen.chainId ? null : chainId
}

const groupLength = 4

/** An address in groups of four, to compare it by eye. */
export function addressGroups(address: string): readonly string[] {
  return address.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []
}

/** A shortened address for a panel: its first 7 and last 6 characters (FMT-07, DEC-39). */
export function shortAddress(address: string): string {
  return endsOnly(address, 7, 6)
}

/**
 * A shortened address for a list: its first 5 and last 3 characters (FMT-08, DEC-39). The title has all of
 * it.
 */
export function rowAddress(address: string): string {
  return endsOnly(address, 5, 3)
}

const dots = '...'

function endsOnly(address: string, first: number, last: number): string {
  return address.length <= first + last + dots.length
    ? address
    : `${address.slice(0, first)}${dots}${address.slice(-last)}`
}

/** The common prefixes of a kind are ignored in comparisons. */
const prefixes = /^(?:0x|bcrt1[qp]?|bc1[qp]?|tb1[qp]?)/
/** Address poisoning creates addresses with these equal ends. */
const alikeLength = 3

function findEnds(address: string): string {
  const own = address.toLowerCase().replace(prefixes, '')
  return `${own.slice(0, alikeLength)} ${own.slice(-alikeLength)}`
}

/** Whether addresses are equal, ignoring case where it has no meaning. */
export function isSameAddress(one: string, other: string): boolean {
  return /^(?:0x|bc1|tb1|bcrt1)/i.test(one)
    ? one.toLowerCase() === other.toLowerCase()
    : one === other
}

export type AddressStatus =
  | { readonly kind: 'known' }
  | { readonly kind: 'saved'; readonly label: string }
  | { readonly kind: 'new' }
  /** Another address has the same beginning and end, as used in address poisoning. */
  | { readonly kind: 'alike'; readonly other: string }

type Saved = { readonly address: string; readonly label: string }

/** The status of an address: compared with the address book, and with earlier destinations. */
export function findAddressStatus(
  address: string,
  paid: readonly string[],
  book: readonly Saved[],
): AddressStatus {
  const saved = book.filter((one) => one.address !== '')
  const entry = saved.find((one) => isSameAddress(one.address, address))
  if (entry !== undefined) return { kind: 'saved', label: entry.label }
  if (paid.some((one) => isSameAddress(one, address))) return { kind: 'known' }
  const known = [...saved.map((one) => one.address), ...paid]
  const other = known.find((one) => findEnds(one) === findEnds(address))
  return other === undefined ? { kind: 'new' } : { kind: 'alike', other }
}

type Paid = { readonly toAddress: string; readonly status: string }

/** A failed withdrawal may have had a wrong address. */
function isPaid({ toAddress, status }: Paid): boolean {
  return toAddress !== '' && status !== 'FAILED' && status !== 'CANCEL'
}

/** The destinations of completed and open withdrawals. */
export function paidAddresses(rows: readonly Paid[]): readonly string[] {
  return rows.filter(isPaid).map(({ toAddress }) => toAddress)
}
