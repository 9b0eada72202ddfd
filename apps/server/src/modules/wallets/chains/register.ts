/**
 * The assets of each chain with their rules. They come from the settings, from tokens that were added in the
 * console, and from the listed currencies. A change updates the same lists in place, so that every holder of
 * the register sees a new token in the next pass.
 */
import { parseUnits } from '@tukar/money'
import type { CurrencyFigures } from '@tukar/wire'
import { coinDecimals, evmChains } from '../../../adapters/evm/index.ts'
import type { ChainSettings, TokenSettings } from '../../../platform/config/chain-settings.ts'
import { SettingsError } from '../../../platform/config/environment.ts'
import { type ChainAsset, type ChainName, chainNames, type Finality } from './chains.ts'
import type { HaltLimits } from './tracking/halt-causes.ts'
import type { ChainRules } from './tracking/tracker-store.ts'

/** A currency on a chain. */
export type ListedAsset = ChainAsset & {
  /** Stable as long as the settings are unchanged. */
  readonly assetId: number
  readonly symbol: string
  /** Null for bitcoin. */
  readonly chainId: number | null
  /** The fee of a withdrawal, as a decimal text (DEC-77). */
  readonly withdrawalFee: string
  /** Whether withdrawals of the currency are open. */
  readonly isPayable: boolean
  /** Whether deposit addresses are shown. Deposits that arrive are credited either way. */
  readonly isReceivable: boolean
  /** Whether the token was added in the console; the server then lists it at the signer. */
  readonly isAdded: boolean
}

export type ChainProfile = Omit<ChainRules, 'assets'> & {
  readonly assets: readonly ListedAsset[]
  /** The displayed number of confirmations if the chain itself marks final blocks. */
  readonly usualDepth: number
  readonly haltLimits: HaltLimits
  /** Milliseconds between scans of an idle chain. */
  readonly scanEveryMs: number
}

export type ChainRegister = {
  /** The chains that are in use for deposits. */
  readonly chains: readonly ChainProfile[]
  readonly assets: readonly ListedAsset[]
  chain(name: ChainName): ChainProfile | null
  /** Updates the lists in place. */
  refresh(currencies: readonly CurrencyFigures[], added: readonly AddedToken[]): void
}

/** A token that operators added. */
export type AddedToken = {
  readonly tokenId: number
  readonly chain: TokenSettings['chain']
  /** In lower case. */
  readonly contract: string
  readonly currencyId: number
  readonly decimals: number
}

/** The ids of added assets start above those of the settings. */
const addedIdsFrom = 10_000

const bitcoinDecimals = 8
const minuteMs = 60_000
const coinSymbols = { bitcoin: 'BTC', ethereum: 'ETH', arbitrum: 'ETH', bnb: 'BNB' } as const

/** The token of each local chain, always at this address. */
export const localToken = {
  symbol: 'USDT',
  contract: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
  decimals: 6,
} as const
/** On local chains the safe block is four below the head, and the final block eight below. */
export const localEpochSlots = 4

/** The usual number of blocks until the chain marks a block as final. */
const usualDepths = { ethereum: 64, arbitrum: 4_800, bnb: 3 } as const
const scanEveryMsByChain = {
  bitcoin: 15_000,
  ethereum: 6_000,
  arbitrum: 3_000,
  bnb: 3_000,
} as const
/** Local nodes answer fast, and their users wait at the screen. */
const localScanEveryMs = { bitcoin: 2_000, ethereum: 1_000, arbitrum: 1_000, bnb: 1_000 } as const
/** Bitcoin may have hours without a block. A stopped node has many more. */
const bitcoinTipMs = 180 * minuteMs
const nodeSilentMs = 3 * minuteMs
/** An idle local chain makes a block every ten minutes. */
const localTipMs = 40 * minuteMs

/**
 * Creates the register. A currency that is not listed has no assets. Throws `SettingsError` for a token that
 * is no currency of the exchange, or whose contract has fewer decimals than the exchange uses.
 */
export function createRegister(
  settings: ChainSettings,
  currencies: readonly CurrencyFigures[],
  added: readonly AddedToken[] = [],
): ChainRegister {
  const names = chainNames.filter((name) => isOpen(settings, name))
  const assets: ListedAsset[] = []
  const own = new Map(names.map((name): [ChainName, ListedAsset[]] => [name, []]))
  const chains = names.map((chain) => profileOf(settings, chain, own.get(chain) ?? []))
  const refresh = (listed: readonly CurrencyFigures[], tokens: readonly AddedToken[]): void => {
    const now = names.flatMap((chain) => [
      ...assetsOf(settings, chain, listed),
      ...addedAssetsOf(settings, chain, { listed, tokens }),
    ])
    const numbered = now.map(({ asset, tokenId }, at) => {
      return { ...asset, assetId: tokenId === null ? at + 1 : addedIdsFrom + tokenId }
    })
    assets.splice(0, assets.length, ...numbered)
    for (const [name, list] of own) {
      list.splice(0, list.length, ...numbered.filter(({ chain }) => chain === name))
    }
  }
  refresh(currencies, added)
  return {
    chains,
    assets,
    chain: (name) => chains.find(({ chain }) => chain === name) ?? null,
    refresh,
  }
}

type Unnumbered = {
  readonly asset: Omit<ListedAsset, 'assetId'>
  /** Null for an asset of the settings. */
  readonly tokenId: number | null
}

/** The assets of a chain from the settings. */
function assetsOf(
  settings: ChainSettings,
  chain: ChainName,
  listed: readonly CurrencyFigures[],
): readonly Unnumbered[] {
  return waysOf(settings, chain).flatMap((way) => {
    const currency = listed.find(({ symbol }) => symbol === way.symbol)
    if (!settings.isLocal && way.contract !== null) requireToken(way, chain, currency)
    if (currency === undefined) return []
    return [{ asset: assetOf(settings, chain, way, currency), tokenId: null }]
  })
}

/** The tokens that operators added. A contract that the settings name too belongs to the settings. */
function addedAssetsOf(
  settings: ChainSettings,
  chain: ChainName,
  { listed, tokens }: { listed: readonly CurrencyFigures[]; tokens: readonly AddedToken[] },
): readonly Unnumbered[] {
  const known = waysOf(settings, chain)
  return tokens.flatMap((token) => {
    const currency = listed.find(({ currencyId }) => currencyId === token.currencyId)
    const isKnown = known.some(({ contract }) => contract === token.contract)
    if (token.chain !== chain || currency === undefined || isKnown) return []
    const way = { ...token, symbol: currency.symbol }
    const asset = { ...assetOf(settings, chain, way, currency), isAdded: true }
    return [{ asset, tokenId: token.tokenId }]
  })
}

/** A token that could not be credited or paid out exactly is a configuration error. */
function requireToken(
  { symbol, decimals }: Way,
  chain: ChainName,
  currency: CurrencyFigures | undefined,
): void {
  const named = `TUKAR_CHAIN_TOKENS: ${symbol} on ${chain}`
  if (currency === undefined) throw new SettingsError(`${named} is not a currency of the exchange.`)
  if (decimals >= currency.decimals) return
  throw new SettingsError(
    `${named} has ${decimals} decimals, fewer than the ${currency.decimals} of the exchange.`,
  )
}

function isOpen({ isLocal, bitcoin, evm }: ChainSettings, name: ChainName): boolean {
  if (isLocal) return true
  return name === 'bitcoin' ? bitcoin !== null : evm[name] !== null
}

type Way = Pick<TokenSettings, 'symbol' | 'decimals'> & { readonly contract: string | null }

/** The chain's coin, then its tokens. */
function waysOf({ isLocal, tokens }: ChainSettings, chain: ChainName): readonly Way[] {
  const symbol = coinSymbols[chain]
  if (chain === 'bitcoin') return [{ symbol, decimals: bitcoinDecimals, contract: null }]
  const own = isLocal ? [localToken] : tokens.filter((token) => token.chain === chain)
  return [{ symbol, decimals: coinDecimals, contract: null }, ...own]
}

function assetOf(
  settings: ChainSettings,
  chain: ChainName,
  way: Way,
  currency: CurrencyFigures,
): Omit<ListedAsset, 'assetId'> {
  const { symbol, currencyId, decimals, travelRuleThreshold, withdrawalFee, depositMin } = currency
  const limit = unitsOf(travelRuleThreshold ?? '0', decimals)
  return {
    chain,
    contract: way.contract,
    currencyId,
    symbol,
    chainId: evmChains.find(({ name }) => name === chain)?.chainId ?? null,
    chainDecimals: way.decimals,
    unitDecimals: decimals,
    minUnits: Math.max(1, unitsOf(depositMin ?? settings.depositMins[symbol] ?? '0', decimals)),
    // 0 means no limit (DEC-108).
    travelLimit: limit === 0 ? null : limit,
    withdrawalFee,
    isPayable: currency.areWithdrawalsOpen,
    isReceivable: currency.areDepositsOpen,
    isAdded: false,
  }
}

function unitsOf(text: string, decimals: number): number {
  const parsed = parseUnits(text, decimals)
  if (!parsed.ok) throw new Error(`${text} is not an amount of ${decimals} decimals`)
  return parsed.units
}

function profileOf(
  settings: ChainSettings,
  chain: ChainName,
  assets: readonly ListedAsset[],
): ChainProfile {
  const { isLocal } = settings
  const scanEveryMs = isLocal ? localScanEveryMs[chain] : scanEveryMsByChain[chain]
  const shared = { chain, assets, scanEveryMs }
  if (chain === 'bitcoin') {
    const tipMs = isLocal ? localTipMs : bitcoinTipMs
    const haltLimits = { lookMs: nodeSilentMs, tipMs, finalMs: null }
    return {
      ...shared,
      finality: bitcoinFinality(settings),
      usualDepth: 1,
      haltLimits,
    }
  }
  const usualDepth = isLocal ? 2 * localEpochSlots + 1 : usualDepths[chain]
  const finality: Finality = { kind: 'tag', usualDepth }
  const own = evmChains.find(({ name }) => name === chain)
  const haltLimits = {
    lookMs: nodeSilentMs,
    tipMs: isLocal ? localTipMs : (own?.headLateMs ?? nodeSilentMs),
    finalMs: isLocal ? localTipMs : (own?.creditLateMs ?? localTipMs),
  }
  return { ...shared, finality, usualDepth, haltLimits }
}

function bitcoinFinality({ bitcoinConfirmations }: ChainSettings): Finality {
  const tiers = bitcoinConfirmations.map(({ from, count }) => {
    return { fromAmount: BigInt(unitsOf(from, bitcoinDecimals)), count }
  })
  return { kind: 'confirmations', tiers }
}
