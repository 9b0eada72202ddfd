/**
 * What stands for and against a withdrawal on a chain before it is sent: figures, faults, and how the
 * address compares with those that money went to before. Pure.
 */
import { type PastedAddress, readPastedAddress } from '@tukar/i18n'
import type { ChainName, CoinRules } from './coin.ts'

/** What leaves, what it costs, what arrives; units. */
export type CoinFigures = { readonly fee: number; readonly net: number }

/** What a withdrawal costs and what arrives (EVMW-09, BTCW-03); below 0 where the fee is more. */
export function coinFigures(units: number, fee: number): CoinFigures {
  return { fee, net: units - fee }
}

export type CoinFault =
  | { readonly kind: 'least' | 'most' | 'daily' | 'balance'; readonly units: number }
  | { readonly kind: 'fee' }

/** What can be withdrawn at most now; null while that is not known. */
export function coinMost(rules: CoinRules | undefined, available: number | null): number | null {
  if (rules === undefined || available === null) return null
  const left = Math.max(0, rules.dailyLimit - rules.dailyUsed)
  return Math.min(available, rules.most, left)
}

/** What stands against an amount; null where nothing does. What is not known is judged by the server. */
export function coinFault(
  units: number,
  rules: CoinRules | undefined,
  known: { readonly available: number | null; readonly fee: number | null },
): CoinFault | null {
  const { available, fee } = known
  if (available !== null && units > available) return { kind: 'balance', units: available }
  if (rules !== undefined) {
    if (units < rules.least) return { kind: 'least', units: rules.least }
    if (units > rules.most) return { kind: 'most', units: rules.most }
    const left = Math.max(0, rules.dailyLimit - rules.dailyUsed)
    if (units > left) return { kind: 'daily', units: left }
  }
  return units <= (fee ?? 0) ? { kind: 'fee' } : null
}

const evmShape = /^0x[0-9a-fA-F]{40}$/
/** Segwit of any network, or the older forms in base 58. */
const bitcoinShape =
  /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|[123mn][1-9A-HJ-NP-Za-km-z]{25,39})$/i

/** Whether a text looks like an address of a chain; its checksum and network are judged by the server. */
export function isAddressShaped(text: string, chain: ChainName | 'evm'): boolean {
  return (chain === 'bitcoin' ? bitcoinShape : evmShape).test(text)
}

/**
 * What was typed or pasted where coins are to go: the address in a payment request or a link, where it holds
 * one of this chain, else the text as it stands.
 */
export function destinationIn(text: string, chain: ChainName | 'evm'): PastedAddress {
  const pasted = readPastedAddress(text)
  const isTaken = pasted.from === null || isAddressShaped(pasted.address, chain)
  return isTaken && pasted.address !== '' ? pasted : { ...nothingPasted, address: text }
}

export const nothingPasted: PastedAddress = {
  address: '',
  from: null,
  amount: null,
  chainId: null,
}

/**
 * The number of the chain that a pasted request is for, where another one is chosen; null where they agree, or
 * nothing is said of it. One address is the same on all EVM chains: coins on the wrong one do not arrive.
 */
export function otherChainIn(
  { chainId }: PastedAddress,
  chosen: { readonly chainId: string } | null,
): string | null {
  return chosen === null || chainId === chosen.chainId ? null : chainId
}

const groupLength = 4

/** An address in groups of four, as it is compared by eye. */
export function addressGroups(address: string): readonly string[] {
  return address.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []
}

/** An address in a panel: its first 7 and last 6 characters (FMT-07, DEC-39). */
export function shortAddress(address: string): string {
  return endsOnly(address, 7, 6)
}

/** An address in the row of a list, whose title has all of it: first 5 and last 3 (FMT-08, DEC-39). */
export function rowAddress(address: string): string {
  return endsOnly(address, 5, 3)
}

const dots = '...'

function endsOnly(address: string, first: number, last: number): string {
  return address.length <= first + last + dots.length
    ? address
    : `${address.slice(0, first)}${dots}${address.slice(-last)}`
}

/** What is the same in every address of a kind says nothing. */
const prefixes = /^(?:0x|bcrt1[qp]?|bc1[qp]?|tb1[qp]?)/
/** Whoever makes an address to be mistaken for another makes these ends alike. */
const alikeLength = 3

function endsOf(address: string): string {
  const own = address.toLowerCase().replace(prefixes, '')
  return `${own.slice(0, alikeLength)} ${own.slice(-alikeLength)}`
}

/** Addresses without regard to how letters are written, save where that tells them apart. */
export function isSameAddress(one: string, other: string): boolean {
  return /^(?:0x|bc1|tb1|bcrt1)/i.test(one)
    ? one.toLowerCase() === other.toLowerCase()
    : one === other
}

export type AddressStatus =
  | { readonly kind: 'known' }
  | { readonly kind: 'saved'; readonly label: string }
  | { readonly kind: 'new' }
  /** Another one begins and ends the same, as addresses of a trap do. */
  | { readonly kind: 'alike'; readonly other: string }

type Saved = { readonly address: string; readonly label: string }

/** How an address stands to those of the address book, and to those that money went to before. */
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
  const other = known.find((one) => endsOf(one) === endsOf(address))
  return other === undefined ? { kind: 'new' } : { kind: 'alike', other }
}

type Paid = { readonly toAddress: string; readonly status: string }

/** What came to nothing may have been a mistake. */
function isPaid({ toAddress, status }: Paid): boolean {
  return toAddress !== '' && status !== 'FAILED' && status !== 'CANCEL'
}

/** The addresses that money went to. */
export function paidAddresses(rows: readonly Paid[]): readonly string[] {
  return rows.filter(isPaid).map(({ toAddress }) => toAddress)
}
