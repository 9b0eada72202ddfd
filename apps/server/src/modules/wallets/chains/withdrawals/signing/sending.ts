/** Sends signed transactions to their chain, and reads their outcome from the chain (FLT-30, ATT-94). */
import {
  type BitcoinNode,
  type Broadcast,
  decodeTransaction,
  type Outpoint,
} from '../../../../../adapters/bitcoin/index.ts'
import type { EvmNode, SendState } from '../../../../../adapters/evm/index.ts'
import { neededConfirmations } from '../../chains.ts'
import type { StoredTransaction } from '../withdrawal-store.ts'
import { ForgedTransaction, provenTransactionsOf } from '../proofs/payout-rows.ts'
import { hasLostInput } from '../proofs/lost-input.ts'
import { seeSpending } from '../proofs/spending.ts'
import type { ChainOutcome, ChainWithdrawal, SendOutcome } from '../withdrawal-row.ts'
import { hotWalletTip, spentBy } from '../treasury/hot-wallet-blocks.ts'
import type { ChainWithdrawalDeps } from '../deps.ts'
import { noteMined, noteSent, readPayment } from '../payment-store.ts'
import { isOrdered, toPayout, readOrder } from './signing-order.ts'
import { evmChainNamed } from '../funding.ts'

type SendingDeps = Pick<ChainWithdrawalDeps, 'database' | 'keys' | 'nodes' | 'register'>

/** A transaction with its bytes. */
export type Signed = StoredTransaction & { readonly txid: string; readonly bytes: Buffer }

/**
 * All signed transactions of a withdrawal, oldest first; throws `ForgedTransaction` if they are not proven.
 */
async function signedOf(
  deps: Pick<SendingDeps, 'database' | 'keys'>,
  { rowId, signedCount }: Pick<ChainWithdrawal, 'rowId' | 'signedCount'>,
): Promise<readonly Signed[]> {
  const all = await provenTransactionsOf(deps, rowId)
  const signed = all.flatMap((one) => {
    const { txid, bytes } = one
    return txid === null || bytes === null ? [] : [{ ...one, txid, bytes }]
  })
  // A missing row may be the transaction that a block has.
  if (signed.length < signedCount) {
    throw new ForgedTransaction(
      `withdrawal ${rowId} lacks one of its ${signedCount} signed transactions`,
    )
  }
  return signed
}

/** Sends the latest transaction of a withdrawal; sending it again is always safe. */
export async function sendLatest(
  { database, keys, nodes }: SendingDeps,
  row: ChainWithdrawal,
): Promise<SendOutcome> {
  const latest = (await signedOf({ database, keys }, row)).at(-1)
  if (latest === undefined) throw new Error(`withdrawal ${row.rowId} has no signed transaction`)
  const hex = latest.bytes.toString('hex')
  const outcome =
    row.chain === 'bitcoin'
      ? await sendBitcoin(nodes.bitcoin, hex)
      : await sendEvm(nodes.evm[row.chain], `0x${hex}`)
  // It may have been sent, whatever the node answered.
  await noteSent(database, row.rowId, latest.no)
  return outcome
}

const bitcoinOutcomes = {
  accepted: 'accepted',
  known: 'accepted',
  conflict: 'conflict',
  missingInputs: 'conflict',
  feeTooLow: 'fee_too_low',
  refused: 'refused',
  unknown: 'unknown',
} as const satisfies Record<Broadcast['status'], SendOutcome>

async function sendBitcoin(node: BitcoinNode | null, hex: string): Promise<SendOutcome> {
  if (node === null) return 'unknown'
  return bitcoinOutcomes[(await node.broadcast(hex)).status]
}

const evmOutcomes = {
  accepted: 'accepted',
  known: 'accepted',
  nonceUsed: 'conflict',
  nonceGap: 'unknown',
  underpriced: 'fee_too_low',
  feeTooLow: 'fee_too_low',
  noFunds: 'unknown',
  busy: 'unknown',
  invalid: 'refused',
  unknown: 'unknown',
} as const satisfies Record<SendState, SendOutcome>

async function sendEvm(node: EvmNode | null, raw: string): Promise<SendOutcome> {
  if (node === null) return 'unknown'
  return evmOutcomes[(await node.send(raw)).state]
}

/** The outcome of a withdrawal's transactions on the chain; stores the fee of a mined one. */
export async function findOutcome(deps: SendingDeps, row: ChainWithdrawal): Promise<ChainOutcome> {
  const signed = await signedOf(deps, row)
  return row.chain === 'bitcoin' ? findBitcoin(deps, row, signed) : findEvm(deps, row, signed)
}

async function findEvm(
  { database, nodes }: SendingDeps,
  row: ChainWithdrawal,
  signed: readonly Signed[],
): Promise<ChainOutcome> {
  const node = row.chain === 'bitcoin' ? null : nodes.evm[row.chain]
  const [first] = signed
  if (node === null || first === undefined) return { status: 'unknown' }
  const { fromAddress: address, nonce } = first
  if (address === null || nonce === null) throw new Error('the transaction has no nonce')
  const txHashes = signed.map(({ txid }) => txid)
  const answer = await node.find({ address, nonce, txHashes })
  if (answer.status !== 'done') return { status: 'unknown' }
  const found = answer.value
  if (found.state === 'displaced') return { status: 'displaced', isFinal: found.isFinal }
  if (found.state !== 'mined') return { status: found.state }
  const { receipt } = found
  const { txHash: txid, feePaid, blockNumber: height, blockHash: hash } = receipt
  const isFinal = evmChainNamed(row.chain).creditAt === 'safe' ? found.isSafe : found.isFinal
  await noteMined(database, row.rowId, { txid, height, hash, isFinal, feePaid })
  const block = { height, hash }
  return receipt.isSuccess ? { status: 'mined', block, isFinal } : { status: 'reverted', isFinal }
}

async function findBitcoin(
  { database, nodes, register }: SendingDeps,
  row: ChainWithdrawal,
  signed: readonly Signed[],
): Promise<ChainOutcome> {
  const tip = await hotWalletTip(database)
  const spent = (await spentBy(database, row.rowId)).filter(({ txid }) => txid !== null)
  const [by] = spent
  if (tip === null || nodes.bitcoin === null) return { status: 'unknown' }
  const { bitcoin: node, network } = nodes
  // The tables only name the transactions; the node tells their outcome.
  const inputs = signed.flatMap(({ bytes }) => inputsOf(bytes, network))
  const { chainAmount } = await readPayment(database, row.rowId)
  const finality = register.chain('bitcoin')?.finality
  const needed = finality === undefined ? null : neededConfirmations(finality, chainAmount, false)
  if (by === undefined || by.txid === null || by.height === null) {
    const lost = await hasLostInput({ database, node, network, needed }, inputs)
    if (lost === 'unknown') return { status: 'unknown' }
    return lost === 'lost' ? { status: 'displaced', isFinal: true } : findWaiting(node, signed)
  }
  const seen = await seeSpending(node, { txid: by.txid, height: by.height }, inputs)
  if (seen.status === 'unknown') return { status: 'unknown' }
  if (seen.status === 'unseen') return findWaiting(node, signed)
  const { block, confirmations } = seen
  const isFinal = needed !== null && confirmations >= needed
  const own = signed.find(({ txid }) => txid === by.txid)
  if (own === undefined) return { status: 'displaced', isFinal }
  const feePaid = isOrdered(own) ? toPayout(readOrder(own.request)).fee : null
  await noteMined(database, row.rowId, { ...block, txid: own.txid, isFinal, feePaid })
  return { status: 'mined', block, isFinal }
}

function inputsOf(
  bytes: Buffer,
  network: ChainWithdrawalDeps['nodes']['network'],
): readonly Outpoint[] {
  return decodeTransaction(bytes.toString('hex'), network).inputs
}

async function findWaiting(
  node: BitcoinNode | null,
  signed: readonly Signed[],
): Promise<ChainOutcome> {
  if (node === null) return { status: 'unknown' }
  for (const { txid } of signed.toReversed()) {
    const answer = await node.pooled(txid)
    if (answer.status === 'done') return { status: 'pool' }
    if (answer.status === 'failed') return { status: 'unknown' }
  }
  return { status: 'absent' }
}
