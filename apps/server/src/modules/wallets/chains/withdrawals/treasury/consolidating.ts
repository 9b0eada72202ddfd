/**
 * Consolidates many small bitcoin outputs of ours into one while fees are low. A payout with a hundred inputs
 * at high fees costs more than all consolidations. One runs at a time, with a bounded number of outputs; the
 * smallest are used, so that payouts hardly miss them.
 */
import { randomUUID } from 'node:crypto'
import {
  type BitcoinNode,
  planConsolidation,
  type UnsignedPayout,
} from '../../../../../adapters/bitcoin/index.ts'
import { approve, hotWallet } from '../../../../../adapters/signer/index.ts'
import { asWriter } from '../../../machine/writer.ts'
import { coinbaseMaturity } from '../../chains.ts'
import { approvalLifeMs } from '../requests/approving.ts'
import * as store from './consolidation-store.ts'
import { hotWalletTip } from './hot-wallet-blocks.ts'
import { storeMoveSigned, setMoveState } from './treasury-store.ts'
import { renewableCodes, renewMove } from './treasury-plans.ts'
import { checkMove } from '../proofs/move-proofs.ts'
import { seeSpending } from '../proofs/spending.ts'
import {
  consolidationOrder,
  isAsOrdered,
  orderBytes,
  toPayout,
  readOrder,
} from '../signing/signing-order.ts'
import {
  bitcoinFeeMax,
  bitcoinFees,
  type ChainWithdrawalDeps,
  type WalletAccounts,
} from '../deps.ts'
import { findChainHalt } from '../../tracking/halts.ts'
import { askSigner, treasuryStatement } from '../signing/signing.ts'

export type ConsolidationLimits = {
  /** The minimum number of spendable outputs for a consolidation. */
  readonly coinsMin: number
  /** The maximum number of outputs in one transaction. */
  readonly coinsMax: number
  /** Satoshi for 1,000 virtual bytes; the highest rate that counts as low. */
  readonly rateMax: bigint
  /** The confirmations of an output before it is used, and of the transaction before it is finished. */
  readonly confirmations: number
}

export const consolidationLimits: ConsolidationLimits = {
  coinsMin: 100,
  coinsMax: 50,
  rateMax: 3_000n,
  confirmations: 6,
}
/** Two hours of blocks: the transaction is not urgent, and some nodes estimate at most 15 blocks ahead. */
const targetBlocks = 12

export type ConsolidationDeps = Pick<
  ChainWithdrawalDeps,
  'database' | 'keys' | 'log' | 'nodes' | 'accounts' | 'register' | 'signer' | 'approvalKey'
>

type At = {
  readonly deps: ConsolidationDeps
  readonly node: BitcoinNode
  readonly limits: ConsolidationLimits
  readonly epoch: number
}

/** Advances the open consolidation, or starts a new one. */
export async function consolidate(
  deps: ConsolidationDeps,
  epoch: number,
  limits: ConsolidationLimits = consolidationLimits,
): Promise<void> {
  const node = deps.nodes.bitcoin
  if (node === null || (await findChainHalt(deps.database, deps.keys, 'bitcoin')) !== null) return
  const at = { deps, node, limits, epoch }
  const open = await store.openConsolidation(deps.database)
  if (open === null) await plan(at)
  else if (await checkMove(deps, open)) await advance(at, open)
}

async function plan({ deps, node, limits, epoch }: At): Promise<void> {
  const { database } = deps
  const [tip, accounts] = await Promise.all([hotWalletTip(database), deps.accounts()])
  if (tip === null || accounts === null) return
  const coins = await store.smallCoins(database, {
    ...limits,
    tipHeight: tip.height,
    coinbaseConfirmations: coinbaseMaturity,
  })
  if (coins.length < 2) return
  const quote = await node.feeQuote(targetBlocks, bitcoinFees)
  if (quote.status !== 'done' || quote.value.state !== 'ready') return
  const { rate } = quote.value
  if (rate > limits.rateMax) return
  const account = accounts.bitcoin
  const made = planConsolidation({ account, coins, to: hotWallet, rate, feeMax: bitcoinFeeMax })
  if (made !== null) await storeConsolidation({ ...deps, epoch }, accounts, made)
}

async function storeConsolidation(
  { database, keys, approvalKey, register, epoch }: ConsolidationDeps & Pick<At, 'epoch'>,
  accounts: WalletAccounts,
  made: UnsignedPayout,
): Promise<void> {
  const [output] = made.outputs
  const coin = register.assets.find(({ chain }) => chain === 'bitcoin')
  if (output === undefined || coin === undefined) return
  const reference = `consolidation-${randomUUID()}`
  const nowMs = Date.now()
  const approved = approve(approvalKey, {
    kind: 'sweep',
    id: reference,
    chain: 'bitcoin',
    currency: coin.symbol,
    contract: null,
    destination: accounts.bitcoin.at(hotWallet).address,
    amount: String(output.amount),
    feeMax: String(bitcoinFeeMax),
    hold: null,
    approvedBy: 'rule:consolidation',
    approvedAtMs: nowMs,
    notAfterMs: nowMs + approvalLifeMs,
  })
  const request = orderBytes(consolidationOrder(approved, made, hotWallet))
  await asWriter(database, epoch, (transaction) =>
    store.insertConsolidation(transaction, keys, { request, reference, payout: made }),
  )
}

async function advance(at: At, move: store.Consolidation): Promise<void> {
  switch (move.state) {
    case 'planned':
      return sign(at, move)
    case 'signed':
      return send(at, move)
    case 'sent':
    case 'mined':
      return find(at, move)
  }
}

async function sign({ deps, epoch }: At, move: store.Consolidation): Promise<void> {
  const { database, log } = deps
  const order = readOrder(move.request)
  const answer = await askSigner(deps, epoch, order.order, treasuryStatement)
  if (answer.status === 'unknown') return
  if (answer.status === 'refused') {
    log.warn(
      { move: order.order.approval.id, code: answer.code },
      'the signer refused a treasury move',
    )
    // Other refusals need an operator.
    if (renewableCodes.includes(answer.code)) {
      await renewMove({ ...deps, epoch }, { ...move, purpose: 'consolidation' }, order)
    }
    return
  }
  const { txid, raw } = answer.value
  const bytes = Buffer.from(raw, 'hex')
  const isStored =
    isAsOrdered(order, { txid, raw }) &&
    (await asWriter(database, epoch, (transaction) =>
      storeMoveSigned(transaction, deps.keys, move, { txid, bytes }),
    ))
  if (!isStored) throw new Error(`the signer's bytes differ from move ${move.moveId}`)
}

async function send(
  { deps, node, epoch }: At,
  { moveId, bytes }: store.Consolidation,
): Promise<void> {
  if (bytes === null) return
  await asWriter(deps.database, epoch, (transaction) => setMoveState(transaction, moveId, 'sent'))
  await node.broadcast(bytes.toString('hex'))
}

/** The spent inputs show the outcome: this transaction is in a block, or another one spends them. */
async function find(at: At, move: store.Consolidation): Promise<void> {
  const { database } = at.deps
  const tip = await hotWalletTip(database)
  if (tip === null || move.txid === null) return
  const spent = await store.spentOf(database, move.moveId)
  if (spent === null) {
    const pooled = await at.node.pooled(move.txid)
    if (pooled.status === 'absent') await send(at, move)
    return
  }
  const { inputs, fee: feePaid } = toPayout(readOrder(move.request))
  const seen = await seeSpending(at.node, spent, inputs)
  if (seen.status !== 'seen') return
  const isFinal = seen.confirmations >= at.limits.confirmations
  if (spent.txid !== move.txid) {
    if (isFinal) await end(at, move, { state: 'displaced' })
    return
  }
  const state = isFinal ? 'final' : 'mined'
  await end(at, move, { state, height: spent.height, feePaid })
}

function end(
  { deps, epoch }: At,
  { moveId }: store.Consolidation,
  how: Parameters<typeof store.endConsolidation>[2],
): Promise<void> {
  return asWriter(deps.database, epoch, (transaction) =>
    store.endConsolidation(transaction, moveId, how),
  )
}
