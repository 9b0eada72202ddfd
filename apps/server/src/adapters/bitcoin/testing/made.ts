/** For tests: accounts with known private keys, hand-made blocks, signed payouts. */
import { createHash } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { RawTx, Transaction } from '@scure/btc-signer'
import { type BitcoinAccount, type KeyAt, openAccount } from '../addresses.ts'
import { type BitcoinNetwork, bitcoinNetworks } from '../networks.ts'
import type { UnsignedPayout } from '../payout.ts'

export type MadeAccount = {
  readonly account: BitcoinAccount
  readonly extendedPublicKey: string
  readonly extendedPrivateKey: string
  /** Signs all inputs with the account's keys. */
  sign(payout: UnsignedPayout): string
}

/** An account from a public seed. */
export function madeAccount(network: BitcoinNetwork, seedByte = 7): MadeAccount {
  const [versions] = bitcoinNetworks[network].extendedKeys
  const coin = network === 'mainnet' ? 0 : 1
  const key = HDKey.fromMasterSeed(Buffer.alloc(32, seedByte), versions).derive(`m/84'/${coin}'/0'`)
  const account = openAccount(key.publicExtendedKey, network)
  const secretOf = ({ branch, index }: KeyAt): Uint8Array => {
    const { privateKey } = key.deriveChild(branch).deriveChild(index)
    if (privateKey === null) throw new Error('no private key')
    return privateKey
  }
  return {
    account,
    extendedPublicKey: key.publicExtendedKey,
    extendedPrivateKey: key.privateExtendedKey,
    sign(payout) {
      const bare = Transaction.fromRaw(Buffer.from(payout.unsignedHex, 'hex'))
      for (const [at, { amount, key }] of payout.inputs.entries()) {
        bare.updateInput(at, { witnessUtxo: { amount, script: account.at(key).script } })
        bare.signIdx(secretOf(key), at)
      }
      bare.finalize()
      return bare.hex
    },
  }
}

export type MadeOutput = { readonly script: Uint8Array; readonly amount: bigint }

export type MadeTransaction = {
  readonly inputs: readonly { readonly txid: string; readonly index: number }[]
  readonly outputs: readonly MadeOutput[]
  readonly hasWitness?: boolean
  readonly sequence?: number
}

/** Bytes of a transaction in hex, serialized by the library. */
export function transactionHex(made: MadeTransaction): string {
  const { inputs, outputs, hasWitness = false, sequence = 0xffff_ffff } = made
  const bytes = RawTx.encode({
    version: 2,
    segwitFlag: hasWitness,
    inputs: inputs.map(({ txid, index }) => ({
      txid: Buffer.from(txid, 'hex'),
      index,
      finalScriptSig: hasWitness ? new Uint8Array() : Buffer.alloc(107, 1),
      sequence,
    })),
    outputs: outputs.map(({ script, amount }) => ({ script, amount })),
    witnesses: inputs.map(() => (hasWitness ? [Buffer.alloc(72, 2), Buffer.alloc(33, 3)] : [])),
    lockTime: 0,
  })
  return Buffer.from(bytes).toString('hex')
}

/** A coinbase transaction to these outputs. */
export function coinbaseHex(outputs: readonly MadeOutput[]): string {
  const nowhere = [{ txid: '0'.repeat(64), index: 0xffff_ffff }]
  return transactionHex({ inputs: nowhere, outputs })
}

/** A block of transactions without witnesses, so that their ids are the hashes of all their bytes. */
export function blockHex(previousBlockId: string, transactions: readonly string[]): string {
  const hashes = transactions.map((hex) => sha256Twice(Buffer.from(hex, 'hex')))
  const header = Buffer.alloc(80)
  header.writeUInt32LE(2, 0)
  Buffer.from(previousBlockId, 'hex').reverse().copy(header, 4)
  merkleRoot(hashes).copy(header, 36)
  header.writeUInt32LE(1_700_000_000, 68)
  const count = Buffer.alloc(3)
  count[0] = 0xfd
  count.writeUInt16LE(transactions.length, 1)
  const shortCount = Buffer.from([transactions.length])
  const written = transactions.length < 0xfd ? shortCount : count
  return Buffer.concat([header, written]).toString('hex') + transactions.join('')
}

/** The id of a block, from its bytes in hex. */
export function blockIdOf(hex: string): string {
  return sha256Twice(Buffer.from(hex.slice(0, 160), 'hex'))
    .reverse()
    .toString('hex')
}

function merkleRoot(hashes: readonly Buffer[]): Buffer {
  const [first, second] = hashes
  if (first === undefined) throw new Error('no transactions')
  if (second === undefined) return first
  const above = hashes.flatMap((left, at) =>
    at % 2 === 0 ? [sha256Twice(Buffer.concat([left, hashes[at + 1] ?? left]))] : [],
  )
  return merkleRoot(above)
}

function sha256Twice(bytes: Uint8Array): Buffer {
  const inner = createHash('sha256').update(bytes).digest()
  return createHash('sha256').update(inner).digest()
}
