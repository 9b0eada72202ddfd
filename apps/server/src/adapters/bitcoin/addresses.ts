/**
 * Addresses: ours, grown from an extended public key (BIP 84: native segwit), and those that people want
 * to be paid at. No private key ever comes here (SRV-63).
 */
import { HDKey } from '@scure/bip32'
import { Address, OutScript, p2wpkh } from '@scure/btc-signer'
import { type BitcoinNetwork, bitcoinNetworks } from './networks.ts'
import { addressOfScript, dustLimitOf, kindOfScript, type ScriptKind } from './scripts.ts'

/** Which key of the account: of people (branch 0) or of the house (branch 1), and its number. */
export type KeyAt = { readonly branch: 0 | 1; readonly index: number }

export type OwnAddress = {
  readonly address: string
  readonly script: Uint8Array
}

export type BitcoinAccount = {
  readonly network: BitcoinNetwork
  /** The address of a key; throws `RangeError` where there is no such key. */
  at(key: KeyAt): OwnAddress
}

/** Above it derivation would need the private key. */
export const keyIndexMax = 2 ** 31 - 1
/** A key takes milliseconds to grow. */
const addressesKeptMax = 10_000
const addressLengthMax = 90
const networks: readonly BitcoinNetwork[] = ['mainnet', 'testnet', 'regtest']

/**
 * The account of an extended public key, `m/84'/c'/0'` in BIP 84's words: xpub or zpub on the main
 * network, tpub or vpub elsewhere. Throws `Error` for a key of another network, and for a private one.
 */
export function openAccount(extendedKey: string, network: BitcoinNetwork): BitcoinAccount {
  const account = readExtendedKey(extendedKey, network)
  const branches = [account.deriveChild(0), account.deriveChild(1)] as const
  const grow = ({ branch, index }: KeyAt): OwnAddress => {
    const { publicKey } = branches[branch].deriveChild(index)
    if (publicKey === null) throw new Error('a key without its public half')
    const { address, script } = p2wpkh(publicKey, bitcoinNetworks[network])
    if (address === undefined) throw new Error('a key without an address')
    return { address, script }
  }
  const kept = new Map<string, OwnAddress>()
  return {
    network,
    at(key) {
      const { branch, index } = key
      if (!Number.isSafeInteger(index) || index < 0 || index > keyIndexMax) {
        throw new RangeError(`there is no key ${index}`)
      }
      const name = `${branch}/${index}`
      const known = kept.get(name)
      if (known !== undefined) return known
      const own = grow(key)
      if (kept.size >= addressesKeptMax) kept.clear()
      kept.set(name, own)
      return own
    },
  }
}

function readExtendedKey(text: string, network: BitcoinNetwork): HDKey {
  for (const versions of bitcoinNetworks[network].extendedKeys) {
    const key = keyOf(text, versions)
    if (key === null) continue
    if (key.privateKey !== null) {
      key.wipePrivateData()
      throw new Error('an extended private key, where the public one belongs')
    }
    return key
  }
  throw new Error(`no extended public key of the network "${network}"`)
}

function keyOf(text: string, versions: { public: number; private: number }): HDKey | null {
  try {
    return HDKey.fromExtendedKey(text, versions)
  } catch {
    return null
  }
}

/**
 * What a destination is (ATT-86, SRV-77). `format`: no address at all, capital and small letters mixed
 * included; `checksum`: mistyped; `network`: of another bitcoin network; `unsupported`: of a kind that
 * nobody can spend yet.
 */
export type CheckedAddress =
  | {
      readonly status: 'valid'
      /** As it is kept and compared: bech32 in small letters. */
      readonly address: string
      readonly kind: ScriptKind
      readonly script: Uint8Array
      /** The least satoshi that can be sent there. */
      readonly dustLimit: bigint
    }
  | {
      readonly status: 'invalid'
      readonly reason: 'format' | 'checksum' | 'network' | 'unsupported'
    }

/** Reads an address that somebody typed. */
export function checkAddress(text: string, network: BitcoinNetwork): CheckedAddress {
  if (text.length > addressLengthMax || !/^[0-9A-Za-z]+$/.test(text)) return invalid('format')
  const isWitness = /^(?:bc|tb|bcrt)1/i.test(text)
  const small = text.toLowerCase()
  // A QR code may hold it in capitals; both in one is what BIP 173 refuses.
  if (isWitness && text !== small && text !== text.toUpperCase()) return invalid('format')
  const address = isWitness ? small : text
  const script = scriptOfAddress(address, network)
  const kind = script === null ? null : kindOfScript(script)
  if (script !== null && kind !== null) {
    return { status: 'valid', address, kind, script, dustLimit: dustLimitOf(script) }
  }
  const isElsewhere = networks.some((other) => scriptOfAddress(address, other) !== null)
  if (isElsewhere && script === null) return invalid('network')
  if (script !== null || isLaterVersion(address)) return invalid('unsupported')
  const isBase58 = /^[1-9A-HJ-NP-Za-km-z]{26,35}$/.test(text)
  return invalid(isWitness || isBase58 ? 'checksum' : 'format')
}

/**
 * Whether a witness address is of a version after 1, or of version 1 and no taproot one, as the first
 * character behind the word and the length tell.
 */
function isLaterVersion(address: string): boolean {
  return /^(?:bc|tb|bcrt)1(?:[02-9ac-hj-nr-z]|p(?!.{58}$))/.test(address)
}

function scriptOfAddress(address: string, network: BitcoinNetwork): Uint8Array | null {
  try {
    const script = OutScript.encode(Address(bitcoinNetworks[network]).decode(address))
    // Whatever the library would forgive: an address is one text.
    return addressOfScript(script, network) === address ? script : null
  } catch {
    return null
  }
}

function invalid(reason: 'format' | 'checksum' | 'network' | 'unsupported'): CheckedAddress {
  return { status: 'invalid', reason }
}
