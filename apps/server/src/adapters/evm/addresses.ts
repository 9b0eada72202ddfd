/**
 * Addresses of EVM chains: the EIP-55 form, checks of entered addresses (ATT-86), and our addresses by index
 * from an extended public key. No private key ever comes here.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { HDKey } from '@scure/bip32'

const form = /^0x[0-9a-f]{40}$/i
/** Zero, precompiled contracts and burn addresses such as 0x..dead are at or below this value. */
const reservedMax = 0xffff_ffffn
/** The highest index that a public key can derive. */
const indexMax = 0x7fff_ffff

export type AddressRead =
  | { readonly status: 'done'; readonly address: string; readonly hasChecksum: boolean }
  | { readonly status: 'refused'; readonly reason: 'form' | 'checksum' | 'reserved' }

/**
 * Checks an address that a user entered.
 *
 * Upper or lower case alone carries no checksum: such an address is accepted and reported as unchecked. Mixed
 * case must have a valid checksum (EIP-55).
 */
export function readAddress(text: string): AddressRead {
  if (!form.test(text)) return { status: 'refused', reason: 'form' }
  const digits = text.slice(2)
  const address = toChecksum(text)
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (hasChecksum && address !== text) return { status: 'refused', reason: 'checksum' }
  if (BigInt(text) <= reservedMax) return { status: 'refused', reason: 'reserved' }
  return { status: 'done', address, hasChecksum: address === text }
}

/** The form in which addresses are compared and looked up: lower case with 0x. */
export function addressKey(address: string): string {
  return address.toLowerCase()
}

/** The EIP-55 form of an address in any case. Throws `RangeError` for an invalid address. */
export function toChecksum(address: string): string {
  if (!form.test(address)) throw new RangeError('not an address')
  const digits = address.slice(2).toLowerCase()
  const hash = Buffer.from(keccak_256(Buffer.from(digits, 'ascii'))).toString('hex')
  const marked = Array.from(digits, (digit, at) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${marked.join('')}`
}

/** The address of a public key, compressed or not. */
export function addressOfPublicKey(publicKey: Uint8Array): string {
  const whole = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  const hash = keccak_256(whole.subarray(1))
  return toChecksum(`0x${Buffer.from(hash.subarray(-20)).toString('hex')}`)
}

/** A key of the account: branch 0 is for users, branch 1 for the operator. */
export type EvmKeyAt = { readonly branch: 0 | 1; readonly index: number }

export type EvmAccount = {
  /** The address of a key, equal on all EVM chains. Throws `RangeError` where no such key exists. */
  at(key: EvmKeyAt): string
}

/**
 * Opens the account of our addresses.
 *
 * @param extendedPublicKey of the account m/44'/60'/0' (BIP-44). Throws `RangeError` for an invalid key, and
 * for a private key.
 */
export function openEvmAccount(extendedPublicKey: string): EvmAccount {
  const account = accountOf(extendedPublicKey)
  const branches = [account.deriveChild(0), account.deriveChild(1)] as const
  return {
    at({ branch, index }) {
      if (!Number.isInteger(index) || index < 0 || index > indexMax) {
        throw new RangeError('address index out of bounds')
      }
      const { publicKey } = branches[branch].deriveChild(index)
      if (publicKey === null) throw new RangeError('the extended key has no public key')
      return addressOfPublicKey(publicKey)
    },
  }
}

function accountOf(extendedPublicKey: string): HDKey {
  if (!extendedPublicKey.startsWith('xpub')) throw new RangeError('not an extended public key')
  try {
    return HDKey.fromExtendedKey(extendedPublicKey)
  } catch (error) {
    throw new RangeError('not an extended public key', { cause: error })
  }
}
