/** The display of currencies: names, icons and kinds. The core's decisions use its own listing. */
import type { CurrencyFigures } from '@tukar/wire'

/** The fields that a profile adds to code and decimals. */
export type Profile = Omit<CurrencyFigures, 'currencyId' | 'symbol' | 'decimals'>

/** A disc in the currency's color with its sign in white, drawn here so that no font needs the sign. */
function icon(color: string, sign: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#fff">` +
    `<circle cx="16" cy="16" r="16" fill="${color}"/>${sign}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

function letters(text: string): string {
  return (
    '<text x="16" y="21" font-family="system-ui,sans-serif" font-size="13" font-weight="700" ' +
    `text-anchor="middle">${text}</text>`
  )
}

const signs = {
  bitcoin:
    '<path d="M11 8h7.2c2.6 0 4.2 1.4 4.2 3.6 0 1.6-.8 2.8-2.2 3.3 1.8.4 2.9 1.8 2.9 3.7 0 2.7-2 4.4-5 4.4H11zm3.2 2.7v3.2h3c1.2 0 2-.6 2-1.6s-.8-1.6-2-1.6zm0 5.8v3.8h3.4c1.4 0 2.2-.7 2.2-1.9s-.8-1.9-2.2-1.9z"/>' +
    '<path d="M14 5.6h2V8h-2zm3.2 0h2V8h-2zM14 23h2v2.4h-2zm3.2 0h2v2.4h-2z"/>',
  ether:
    '<path d="m16 5 6.6 11L16 20 9.4 16z"/><path d="m16 21.6 6.6-4L16 27l-6.6-9.4z" opacity=".75"/>',
  bnb: '<path d="m16 6 4.6 4.6-2.3 2.3L16 10.600l-2.300 2.300-2.300-2.300zm-7.700 7.700L10.600 16l-2.300 2.300L6 16zm15.400 0L26 16l-2.300 2.300L21.400 16zM16 13.700l2.300 2.300-2.300 2.300-2.300-2.300zm-2.300 5.400 2.300 2.300 2.300-2.300 2.300 2.300L16 26l-4.600-4.600z"/>',
  tether:
    '<path d="M8.500 8h15v3.600h-5.700v2.200c3.700.2 6.500 1 6.500 2s-2.800 1.800-6.500 2V25h-3.600v-7.200c-3.700-.2-6.500-1-6.500-2s2.800-1.800 6.500-2v-2.200H8.500zm7.500 6.900c-3.900 0-6.700.5-6.700.9s2.800.9 6.700.9 6.700-.5 6.700-.9-2.800-.9-6.700-.9z"/>',
} as const

/** The display of a currency without its icon, as the table has it. */
export type ProfileRecord = {
  readonly currencyId: number
  readonly symbol: string
  readonly name: string
  readonly kind: string
  /** The color of the disc: `#16805f`. */
  readonly color: string
  /** A decimal text; for rupiah in percent of the amount (IDRW-04). */
  readonly withdrawalFee: string
  /** A decimal text; null: the value of the settings. */
  readonly depositMin: string | null
  /** A decimal text; null: none. */
  readonly travelRuleThreshold: string | null
  readonly isListed: boolean
  readonly areDepositsOpen: boolean
  readonly areWithdrawalsOpen: boolean
}

const drawnSigns: Readonly<Record<string, string>> = {
  IDR: letters('Rp'),
  BTC: signs.bitcoin,
  ETH: signs.ether,
  BNB: signs.bnb,
  USDT: signs.tether,
}

/** The rails of a withdrawal form by kind (DATA-04). */
const rails: Readonly<Record<string, readonly string[]>> = {
  evm_coin: ['EVMCoin'],
  evm_token: ['EVMToken'],
}

const hues = [
  '#8a4fae',
  '#2f6f8f',
  '#a8553a',
  '#4a7a3a',
  '#a03e6e',
  '#3b5ea8',
  '#7a6a1f',
  '#5b5b9e',
]
const plainColor = '#56646f'

/** A color for a currency without one, always the same. */
export function colorOf(symbol: string): string {
  const sum = Buffer.from(symbol).reduce((total, byte) => (total * 31 + byte) % 65_521, 7)
  return hues[sum % hues.length] ?? plainColor
}

/** A currency for display; without a profile it has a plain disc and is not visible yet. */
export function profileOf(symbol: string, record: ProfileRecord | undefined): Profile {
  if (record === undefined)
    return { ...unknownProfile, name: symbol, icon: drawn(symbol, plainColor) }
  const { currencyId: _, symbol: __, color, ...shown } = record
  return { ...shown, icon: drawn(symbol, color), withdrawalRails: rails[record.kind] ?? [] }
}

const unknownProfile = {
  kind: 'evm_token',
  withdrawalRails: [],
  travelRuleThreshold: null,
  withdrawalFee: '0',
  depositMin: null,
  isListed: false,
  areDepositsOpen: false,
  areWithdrawalsOpen: false,
} as const

function drawn(symbol: string, color: string): string {
  return icon(color, drawnSigns[symbol] ?? letters(symbol.slice(0, 2)))
}
