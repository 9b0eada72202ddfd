/** Signed payments of one output, as a wallet would make them. */
import { NETWORK, p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'

const key = new Uint8Array(32).fill(7)
const regtest = { ...NETWORK, bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const own = p2wpkh(pubECDSA(key), regtest)

/** The address whose outputs are spent. */
export const ownAddress = own.address ?? ''

export type Spend = {
  readonly txid: string
  readonly index: number
  readonly value: number
  readonly fee: number
  /** Whether the transaction signals that it may be replaced. */
  readonly isReplaceable: boolean
  readonly to: string
}

/** Spends one whole output of `ownAddress`. */
export function signedSpend({ txid, index, value, fee, isReplaceable, to }: Spend): {
  readonly raw: string
  readonly txid: string
} {
  const transaction = new Transaction()
  transaction.addInput({
    txid,
    index,
    witnessUtxo: { script: own.script, amount: BigInt(value) },
    sequence: isReplaceable ? 0xfffffffd : 0xffffffff,
  })
  transaction.addOutputAddress(to, BigInt(value - fee), regtest)
  transaction.sign(key)
  transaction.finalize()
  return { raw: transaction.hex, txid: transaction.id }
}
