/**
 * The signer's settings: the chains, assets and caps. They come from a file of its own and not from the
 * server: an attacker on the server cannot raise them.
 */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { isBitcoinNetwork, type BitcoinNetwork } from './chain/bitcoin-networks.ts'
import { parseAddress } from './chain/evm-address.ts'
import { hasOnly, isRecord, isToken, isWhole } from './shape.ts'
import { parseVoteRule, type VoteRule } from './votes/vote-settings.ts'

export type Asset = {
  /** `bitcoin`, or `evm:` and the chain's id. */
  readonly chain: string
  readonly currency: string
  /** Null for the chain's own coin. */
  readonly contract: string | null
  readonly decimals: number
}

/** The caps of a currency, in units of 10^-18: payments to third parties, and fees. */
export type Caps = {
  readonly transaction: bigint
  readonly hour: bigint
  readonly day: bigint
  /** The cap per destination and day; null: only the daily cap. */
  readonly destinationDay: bigint | null
  /** The cap of one transaction's fee, if the currency is a chain's coin. */
  readonly fee: bigint
}

export type Settings = {
  /** Verifies the engine's statements; only the engine's process has the private key. */
  readonly enginePublicKey: KeyObject
  readonly bitcoinNetwork: BitcoinNetwork
  readonly assets: readonly Asset[]
  readonly caps: ReadonlyMap<string, Caps>
  /** How many tokens the exchange may add; 0 for none. */
  readonly tokensMax: number
  /** Whose votes large payouts need, and from which amount on. */
  readonly votes: VoteRule
}

/** Caps and sums are in 10^-18, because one currency may have different decimals on each chain. */
export const capDecimals = 18
const currencyLengthMax = 20
const assetsMax = 1_000
const names = ['enginePublicKey', 'bitcoinNetwork', 'assets', 'caps', 'tokensMax', 'votes']
export const bitcoinDecimals = 8

/** An amount of an asset in units of 10^-18; exact. */
export function capUnits(amount: bigint, decimals: number): bigint {
  return amount * 10n ** BigInt(capDecimals - decimals)
}

/** The chain's own coin; undefined if the chain is unknown. */
export function findCoin(settings: Settings, chain: string): Asset | undefined {
  return settings.assets.find((asset) => asset.chain === chain && asset.contract === null)
}

/** An EVM chain's id; null for another chain. */
export function findChainId(chain: string): number | null {
  const [, digits] = /^evm:([1-9][0-9]{0,15})$/.exec(chain) ?? []
  const id = Number(digits)
  return digits !== undefined && Number.isSafeInteger(id) ? id : null
}

/** Parses the settings; throws an error that names the fault. */
export function parseSettings(value: unknown): Settings {
  const optional = { enginePublicKey: null, tokensMax: 0, votes: null }
  if (!isRecord(value) || !hasOnly({ ...optional, ...value }, names)) {
    throw new Error(
      'the settings are enginePublicKey, bitcoinNetwork, assets, caps, tokensMax and votes, and nothing else',
    )
  }
  const {
    enginePublicKey: keyText,
    bitcoinNetwork,
    assets: listed,
    caps: given,
    tokensMax = 0,
  } = value
  if (!isWhole(tokensMax, assetsMax)) throw new Error('tokensMax must be a whole number up to 1000')
  const enginePublicKey = readKey(keyText)
  if (!isBitcoinNetwork(bitcoinNetwork)) throw new Error('bitcoinNetwork is unknown')
  if (!Array.isArray(listed) || listed.length > assetsMax)
    throw new Error(`assets must be an array of at most ${assetsMax} entries`)
  const assets = listed.map(parseAsset)
  const places = new Set(assets.map(({ chain, contract }) => `${chain} ${contract}`))
  if (places.size < assets.length) throw new Error('an asset is listed twice')
  if (!isRecord(given)) throw new Error('caps must be an object')
  const caps = new Map(Object.entries(given).map(([name, cap]) => [name, parseCaps(name, cap)]))
  for (const asset of assets) {
    const isCoinKnown = assets.some(
      ({ chain, contract }) => chain === asset.chain && contract === null,
    )
    if (!isCoinKnown) throw new Error(`${asset.chain} has no coin of its own`)
    if (!caps.has(asset.currency)) throw new Error(`${asset.currency} has no caps`)
  }
  const votes = parseVoteRule(value['votes'], parseCap)
  if (typeof votes !== 'string') {
    for (const { currency } of assets) {
      if (!votes.from.has(currency)) throw new Error(`votes: from has no limit for ${currency}`)
    }
  }
  return { enginePublicKey, bitcoinNetwork, assets, caps, tokensMax, votes }
}

/** An Ed25519 key of 32 bytes. */
function readKey(text: unknown): KeyObject {
  if (typeof text !== 'string' || !/^[0-9a-f]{64}$/.test(text)) {
    throw new Error('enginePublicKey must be 64 hex digits, as the server logs it at its start')
  }
  const x = Buffer.from(text, 'hex').toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

/** Parses an asset of the settings or of an order; throws an error that names the fault. */
export function parseAsset(value: unknown): Asset {
  if (!isRecord(value) || !hasOnly(value, ['chain', 'currency', 'contract', 'decimals'])) {
    throw new Error('an asset must have chain, currency, contract and decimals')
  }
  const { chain, currency, contract, decimals } = value
  if (!isToken(currency, currencyLengthMax)) throw new Error('an asset has no currency')
  if (!isWhole(decimals, capDecimals)) throw new Error(`${currency}: decimals must be 0 to 18`)
  if (chain === 'bitcoin') {
    if (contract !== null || decimals !== bitcoinDecimals) {
      throw new Error(`${currency}: bitcoin has one coin, with 8 decimals`)
    }
    return { chain, currency, contract, decimals }
  }
  if (typeof chain !== 'string' || findChainId(chain) === null) {
    throw new Error(`${currency}: the chain must be bitcoin, or evm: and its id`)
  }
  if (contract === null) return { chain, currency, contract, decimals }
  const address = parseAddress(contract)
  if (address === null) throw new Error(`${currency}: the contract's address is not valid`)
  return { chain, currency, contract: address, decimals }
}

/** Parses caps of the settings or of an order; throws an error that names the fault. */
export function parseCaps(currency: string, value: unknown): Caps {
  const own = ['transaction', 'hour', 'day', 'fee'] as const
  if (
    !isRecord(value) ||
    !hasOnly({ destinationDay: null, ...value }, [...own, 'destinationDay'])
  ) {
    throw new Error(
      `${currency}: caps must be transaction, hour, day, fee and optionally destinationDay`,
    )
  }
  const [transaction, hour, day, fee] = own.map((name) => parseCap(currency, value[name]))
  if (transaction === undefined || hour === undefined || day === undefined || fee === undefined) {
    throw new Error(`${currency}: a cap is missing`)
  }
  if (transaction > hour || hour > day) {
    throw new Error(`${currency}: caps must rise from the transaction to the day`)
  }
  const { destinationDay: given } = value
  const destinationDay = given === undefined ? null : parseCap(currency, given)
  if (destinationDay !== null && (destinationDay < transaction || destinationDay > day)) {
    throw new Error(`${currency}: destinationDay must be between the transaction and the day`)
  }
  return { transaction, hour, day, fee, destinationDay }
}

function parseCap(currency: string, value: unknown): bigint {
  const text = typeof value === 'string' ? value : ''
  const [, whole, part = ''] = /^([0-9]{1,30})(?:\.([0-9]{1,18}))?$/.exec(text) ?? []
  if (whole === undefined) throw new Error(`${currency}: a cap must be a decimal text like "1.5"`)
  return BigInt(whole + part.padEnd(capDecimals, '0'))
}
