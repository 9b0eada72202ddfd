/** For tests: the publicly known accounts of anvil's mnemonic, and signing with them. */
import { pbkdf2Sync } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { addressOfPublicKey } from '../addresses.ts'
import { toHex } from '../hex.ts'
import { numberBytes, type RlpValue, toRlp } from '../rlp.ts'
import { bytesOf } from '../hex.ts'
import { type EvmTransaction, signingHash } from '../transactions.ts'

const words = 'test test test test test test test test test test test junk'
const account = HDKey.fromMasterSeed(pbkdf2Sync(words, 'mnemonic', 2_048, 64, 'sha512')).derive(
  "m/44'/60'/0'",
)

/** Extended public key of the account, as the server gets it. */
export const extendedPublicKey = account.publicExtendedKey
/** Extended private key, which the server must refuse. */
export const extendedPrivateKey = account.privateExtendedKey

/** The address of this index. */
export function addressAt(index: number): string {
  return addressOfPublicKey(keyAt(index).publicKey ?? new Uint8Array())
}

/** Transaction bytes signed by the key of this index. */
export function signedBy(index: number, transaction: EvmTransaction): string {
  const secret = keyAt(index).privateKey ?? new Uint8Array()
  const options = { prehash: false, format: 'recovered' } as const
  const [parity, ...rest] = secp256k1.sign(signingHash(transaction), secret, options)
  const numberIn = (bytes: readonly number[]): bigint => BigInt(toHex(Uint8Array.from(bytes)))
  return rawOf(transaction, {
    parity: BigInt(parity ?? 0),
    r: numberIn(rest.slice(0, 32)),
    s: numberIn(rest.slice(32)),
  })
}

export type Signature = { readonly parity: bigint; readonly r: bigint; readonly s: bigint }

/** Transaction bytes with any given signature. */
export function rawOf(transaction: EvmTransaction, { parity, r, s }: Signature): string {
  const fields: readonly RlpValue[] = [
    numberBytes(BigInt(transaction.chainId)),
    numberBytes(BigInt(transaction.nonce)),
    numberBytes(transaction.maxPriorityFeePerGas),
    numberBytes(transaction.maxFeePerGas),
    numberBytes(transaction.gasLimit),
    bytesOf(transaction.to),
    numberBytes(transaction.value),
    bytesOf(transaction.data),
    [],
    numberBytes(parity),
    numberBytes(r),
    numberBytes(s),
  ]
  return toHex(Uint8Array.from([0x02, ...toRlp(fields)]))
}

function keyAt(index: number): HDKey {
  return account.deriveChild(0).deriveChild(index)
}
