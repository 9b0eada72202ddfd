/**
 * What the signer is told at its start: which chains and assets there are, and its caps. They come from
 * a file of its own, not from the server: who breaks the server may not raise them.
 */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { isBitcoinNetwork, type BitcoinNetwork } from './chain/bitcoin-networks.ts'
import { readAddress } from './chain/evm-address.ts'
import { hasOnly, isRecord, isToken, isWhole } from './shape.ts'
import { readVoteRule, type VoteRule } from './votes/vote-settings.ts'

export type Asset = {
  /** `bitcoin`, or `evm:` and the chain's id. */
  readonly chain: string
  readonly currency: string
  /** Null for the chain's own coin. */
  readonly contract: string | null
  readonly decimals: number
}

/** The most of a currency, in units of 10^-18: what leaves for strangers, and what fees take. */
export type Caps = {
  readonly transaction: bigint
  readonly hour: bigint
  readonly day: bigint
  /** What goes to one destination within a day; null: the day's cap alone. */
  readonly destinationDay: bigint | null
  /** Of one transaction's fee, where the currency is a chain's coin. */
  readonly fee: bigint
}

export type Settings = {
  /** By which the engine's word is known: the private half is in no other process than the engine's. */
  readonly enginePublicKey: KeyObject
  readonly bitcoinNetwork: BitcoinNetwork
  readonly assets: readonly Asset[]
  readonly caps: ReadonlyMap<string, Caps>
  /** How many tokens the exchange may add by orders of its own; 0: none. */
  readonly tokensMax: number
  /** Whose votes it wants for what is much, and from where on. */
  readonly votes: VoteRule
}

/** Caps and sums are told in 10^-18, so that one currency may have other decimals on each chain. */
export const capDecimals = 18
const currencyLengthMax = 20
const assetsMax = 1_000
const names = ['enginePublicKey', 'bitcoinNetwork', 'assets', 'caps', 'tokensMax', 'votes']
export const bitcoinDecimals = 8

/** An amount of an asset in units of 10^-18; exact. */
export function capUnits(amount: bigint, decimals: number): bigint {
  return amount * 10n ** BigInt(capDecimals - decimals)
}

/** The chain's own coin; undefined where the chain is not known. */
export function coinOf(settings: Settings, chain: string): Asset | undefined {
  return settings.assets.find((asset) => asset.chain === chain && asset.contract === null)
}

/** An EVM chain's id; null for another chain. */
export function chainIdOf(chain: string): number | null {
  const [, digits] = /^evm:([1-9][0-9]{0,15})$/.exec(chain) ?? []
  const id = Number(digits)
  return digits !== undefined && Number.isSafeInteger(id) ? id : null
}

/** Reads the settings; throws an error that names what is wrong. */
export function readSettings(value: unknown): Settings {
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
    caps: told,
    tokensMax = 0,
  } = value
  if (!isWhole(tokensMax, assetsMax)) throw new Error('tokensMax is a whole number up to 1000')
  const enginePublicKey = readKey(keyText)
  if (!isBitcoinNetwork(bitcoinNetwork)) throw new Error('bitcoinNetwork is not known')
  if (!Array.isArray(listed) || listed.length > assetsMax) throw new Error('assets is no list')
  const assets = listed.map(readAsset)
  const places = new Set(assets.map(({ chain, contract }) => `${chain} ${contract}`))
  if (places.size < assets.length) throw new Error('an asset is listed twice')
  if (!isRecord(told)) throw new Error('caps is no record')
  const caps = new Map(Object.entries(told).map(([name, cap]) => [name, readCaps(name, cap)]))
  for (const asset of assets) {
    const isCoinKnown = assets.some(
      ({ chain, contract }) => chain === asset.chain && contract === null,
    )
    if (!isCoinKnown) throw new Error(`${asset.chain} has no coin of its own`)
    if (!caps.has(asset.currency)) throw new Error(`${asset.currency} has no caps`)
  }
  const votes = readVoteRule(value['votes'], capOf)
  if (typeof votes !== 'string') {
    for (const { currency } of assets) {
      if (!votes.from.has(currency)) throw new Error(`votes: from has no limit of ${currency}`)
    }
  }
  return { enginePublicKey, bitcoinNetwork, assets, caps, tokensMax, votes }
}

/** An Ed25519 key of 32 bytes. */
function readKey(text: unknown): KeyObject {
  if (typeof text !== 'string' || !/^[0-9a-f]{64}$/.test(text)) {
    throw new Error('enginePublicKey is 64 digits of hex, as the server logs it at its start')
  }
  const x = Buffer.from(text, 'hex').toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

/** An asset of the settings or of an order; throws an error that names what is wrong. */
export function readAsset(value: unknown): Asset {
  if (!isRecord(value) || !hasOnly(value, ['chain', 'currency', 'contract', 'decimals'])) {
    throw new Error('an asset is chain, currency, contract and decimals')
  }
  const { chain, currency, contract, decimals } = value
  if (!isToken(currency, currencyLengthMax)) throw new Error('an asset has no currency')
  if (!isWhole(decimals, capDecimals)) throw new Error(`${currency}: decimals are 0 to 18`)
  if (chain === 'bitcoin') {
    if (contract !== null || decimals !== bitcoinDecimals) {
      throw new Error(`${currency}: bitcoin has one coin, of 8 decimals`)
    }
    return { chain, currency, contract, decimals }
  }
  if (typeof chain !== 'string' || chainIdOf(chain) === null) {
    throw new Error(`${currency}: a chain is bitcoin, or evm: and its id`)
  }
  if (contract === null) return { chain, currency, contract, decimals }
  const address = readAddress(contract)
  if (address === null) throw new Error(`${currency}: the contract's address is wrong`)
  return { chain, currency, contract: address, decimals }
}

/** Caps of the settings or of an order; throws an error that names what is wrong. */
export function readCaps(currency: string, value: unknown): Caps {
  const own = ['transaction', 'hour', 'day', 'fee'] as const
  if (
    !isRecord(value) ||
    !hasOnly({ destinationDay: null, ...value }, [...own, 'destinationDay'])
  ) {
    throw new Error(`${currency}: caps are transaction, hour, day, fee and maybe destinationDay`)
  }
  const [transaction, hour, day, fee] = own.map((name) => capOf(currency, value[name]))
  if (transaction === undefined || hour === undefined || day === undefined || fee === undefined) {
    throw new Error(`${currency}: a cap is missing`)
  }
  if (transaction > hour || hour > day) {
    throw new Error(`${currency}: caps rise from the transaction to the day`)
  }
  const { destinationDay: told } = value
  const destinationDay = told === undefined ? null : capOf(currency, told)
  if (destinationDay !== null && (destinationDay < transaction || destinationDay > day)) {
    throw new Error(`${currency}: destinationDay lies between the transaction and the day`)
  }
  return { transaction, hour, day, fee, destinationDay }
}

function capOf(currency: string, value: unknown): bigint {
  const text = typeof value === 'string' ? value : ''
  const [, whole, part = ''] = /^([0-9]{1,30})(?:\.([0-9]{1,18}))?$/.exec(text) ?? []
  if (whole === undefined) throw new Error(`${currency}: a cap is a decimal text like "1.5"`)
  return BigInt(whole + part.padEnd(capDecimals, '0'))
}
