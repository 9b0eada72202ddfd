/**
 * Makes one output of many small ones of ours on bitcoin, from the house to the house, while fees are low:
 * a payout that needs a hundred inputs when fees are high costs more than all of these. One at a time, and
 * of a bounded number of outputs; the smallest of them, so that payouts hardly miss them meanwhile.
 */
import { randomUUID } from 'node:crypto'
import {
  type BitcoinNode,
  planConsolidation,
  type UnsignedPayout,
} from '../../../../adapters/bitcoin/index.ts'
import { approve, hotWallet } from '../../../../adapters/signer/index.ts'
import { asWriter } from '../../machine/writer.ts'
import { coinbaseMaturity } from '../chains.ts'
import { approvalLifeMs } from './approving.ts'
import * as store from './consolidation-store.ts'
import { houseTip } from './house-blocks.ts'
import { keepMoveSigned, setMoveState } from './house-move-store.ts'
import { renewableCodes, renewMove } from './house-plans.ts'
import { checkMove } from './proofs/move-proofs.ts'
import { seeSpending } from './proofs/spending.ts'
import { consolidationOrder, isAsOrdered, orderBytes, payoutOf, readOrder } from './kept-order.ts'
import { bitcoinFeeMax, bitcoinFees, type ChainOutParts, type HouseAccounts } from './parts.ts'
import { chainPause } from '../tracking/halts.ts'
import { askSigner, ofTheHouse } from './signing.ts'

export type ConsolidationLimits = {
  /** Nothing is done below so many outputs that could be spent. */
  readonly coinsMin: number
  /** Outputs of one transaction at most. */
  readonly coinsMax: number
  /** Satoshi for 1,000 virtual bytes: above it fees are not low. */
  readonly rateMax: bigint
  /** Blocks upon an output before it is taken, and upon the transaction before it is over. */
  readonly confirmations: number
}

export const consolidationLimits: ConsolidationLimits = {
  coinsMin: 100,
  coinsMax: 50,
  rateMax: 3_000n,
  confirmations: 6,
}
/** Two hours' blocks: nobody waits for it, and some nodes look no further ahead than 15. */
const targetBlocks = 12

export type ConsolidationParts = Pick<
  ChainOutParts,
  'database' | 'keys' | 'log' | 'nodes' | 'accounts' | 'register' | 'signer' | 'approvalKey'
>

type At = {
  readonly parts: ConsolidationParts
  readonly node: BitcoinNode
  readonly limits: ConsolidationLimits
  readonly epoch: number
}

/** Takes the next step: of the one that is under way, or of a new one. */
export async function consolidate(
  parts: ConsolidationParts,
  epoch: number,
  limits: ConsolidationLimits = consolidationLimits,
): Promise<void> {
  const node = parts.nodes.bitcoin
  if (node === null || (await chainPause(parts.database, parts.keys, 'bitcoin')) !== null) return
  const at = { parts, node, limits, epoch }
  const open = await store.openConsolidation(parts.database)
  if (open === null) await plan(at)
  else if (await checkMove(parts, open)) await advance(at, open)
}

async function plan({ parts, node, limits, epoch }: At): Promise<void> {
  const { database } = parts
  const [tip, accounts] = await Promise.all([houseTip(database), parts.accounts()])
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
  if (made !== null) await keep({ ...parts, epoch }, accounts, made)
}

async function keep(
  { database, keys, approvalKey, register, epoch }: ConsolidationParts & Pick<At, 'epoch'>,
  accounts: HouseAccounts,
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

async function sign({ parts, epoch }: At, move: store.Consolidation): Promise<void> {
  const { database, log } = parts
  const kept = readOrder(move.request)
  const answer = await askSigner(parts, epoch, kept.order, ofTheHouse)
  if (answer.status === 'unknown') return
  if (answer.status === 'refused') {
    log.warn({ move: kept.order.approval.id, code: answer.code }, 'the signer refuses a move')
    // Anything else waits for a person.
    if (renewableCodes.includes(answer.code)) {
      await renewMove({ ...parts, epoch }, { ...move, purpose: 'consolidation' }, kept)
    }
    return
  }
  const { txid, raw } = answer.value
  const bytes = Buffer.from(raw, 'hex')
  const isKept =
    isAsOrdered(kept, { txid, raw }) &&
    (await asWriter(database, epoch, (transaction) =>
      keepMoveSigned(transaction, parts.keys, move, { txid, bytes }),
    ))
  if (!isKept) throw new Error(`the signer signed something else than move ${move.moveId}`)
}

async function send(
  { parts, node, epoch }: At,
  { moveId, bytes }: store.Consolidation,
): Promise<void> {
  if (bytes === null) return
  await asWriter(parts.database, epoch, (transaction) => setMoveState(transaction, moveId, 'sent'))
  await node.broadcast(bytes.toString('hex'))
}

/** Its inputs say what became of it: a block that spends them has it, or something else. */
async function find(at: At, move: store.Consolidation): Promise<void> {
  const { database } = at.parts
  const tip = await houseTip(database)
  if (tip === null || move.txid === null) return
  const spent = await store.spentOf(database, move.moveId)
  if (spent === null) {
    const pooled = await at.node.pooled(move.txid)
    if (pooled.status === 'absent') await send(at, move)
    return
  }
  const { inputs, fee: feePaid } = payoutOf(readOrder(move.request))
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
  { parts, epoch }: At,
  { moveId }: store.Consolidation,
  how: Parameters<typeof store.endConsolidation>[2],
): Promise<void> {
  return asWriter(parts.database, epoch, (transaction) =>
    store.endConsolidation(transaction, moveId, how),
  )
}
