/**
 * Replaces a payout by one with a higher fee: the same inputs or nonce, the same amount, the same address
 * (ATT-95).
 */
import { bumpPayout, checkAddress } from '../../../../../adapters/bitcoin/index.ts'
import { bumpedFees, feeMaxOf } from '../../../../../adapters/evm/index.ts'
import type { Approved, EvmSpend } from '../../../../../adapters/signer/index.ts'
import { inTransaction } from '../../../../../platform/database/transaction.ts'
import { ForgedRequest } from '../requests/approving.ts'
import { provenTransactionsOf } from '../proofs/payout-rows.ts'
import { planTransaction } from '../withdrawal-store.ts'
import type { ChainWithdrawal, SigningOutcome } from '../withdrawal-row.ts'
import {
  bitcoinOrder,
  evmOrder,
  isOrdered,
  type SigningOrder,
  orderBytes,
  toPayout,
  readOrder,
  toTransaction,
} from './signing-order.ts'
import {
  bitcoinFeeMax,
  bitcoinFees,
  bitcoinTargetBlocks,
  bumpsMax,
  type ChainWithdrawalDeps,
} from '../deps.ts'
import { dropPlanned, type Payment, readPayment } from '../payment-store.ts'
import { evmChainNamed } from '../funding.ts'
import { signStored } from './signing.ts'

const refused: SigningOutcome = { status: 'refused', code: 'fee.cap', isVoid: false }

/** Signs a withdrawal again with a higher fee; refused at the maximum, or if the fee cannot rise. */
export async function bump(
  deps: ChainWithdrawalDeps,
  row: ChainWithdrawal,
  {
    epoch,
    approve,
  }: { readonly epoch: number; readonly approve: (payment: Payment) => Promise<Approved> },
): Promise<SigningOutcome> {
  const { database } = deps
  const all = await provenTransactionsOf(deps, row.rowId)
  const no = row.signedCount + 1
  if (no > bumpsMax + 1) return refused
  const stored = all.find((one) => one.no === no)
  if (stored !== undefined) {
    const outcome = await signStored(deps, epoch, row.rowId, stored)
    if (outcome.status === 'refused') await dropPlanned(database, row.rowId, no)
    return outcome
  }
  const last = all.find((one) => one.no === row.signedCount)
  if (last === undefined) throw new Error(`withdrawal ${row.rowId} was never signed`)
  if (!isOrdered(last)) return refused
  const payment = await readPayment(database, row.rowId)
  const approved = await approve(payment).catch((error: unknown) => {
    // A payout that is no longer approved gets no higher fee. Its signed bytes are still sent.
    if (error instanceof ForgedRequest) return null
    throw error
  })
  if (approved === null) return refused
  const raised =
    row.chain === 'bitcoin'
      ? await raiseBitcoin(deps, payment, readOrder(last.request), approved)
      : await raiseEvm(deps, payment, readOrder(last.request), approved)
  if (raised === 'unknown') return { status: 'unknown' }
  if (raised === null) return refused
  const { order, feeMax } = raised
  const slot =
    last.fromAddress === null || last.nonce === null
      ? null
      : { address: last.fromAddress, nonce: last.nonce }
  const request = orderBytes(order)
  await inTransaction(database, (transaction) =>
    planTransaction(transaction, deps.keys, {
      chain: row.chain,
      withdrawalId: row.rowId,
      reference: payment.reference,
      holdId: payment.holdId,
      no,
      slot,
      request,
      feeMax,
    }),
  )
  const { fromAddress, nonce } = last
  return signStored(deps, epoch, row.rowId, { no, request, fromAddress, nonce })
}

type Raised = { readonly order: SigningOrder; readonly feeMax: bigint } | 'unknown' | null

async function raiseBitcoin(
  { nodes, accounts }: ChainWithdrawalDeps,
  payment: Payment,
  order: SigningOrder,
  approved: Approved,
): Promise<Raised> {
  const wallets = await accounts()
  const to = checkAddress(payment.toAddress, nodes.network)
  if (wallets === null || nodes.bitcoin === null || to.status !== 'valid') return 'unknown'
  const quote = await nodes.bitcoin.feeQuote(bitcoinTargetBlocks, bitcoinFees)
  if (quote.status !== 'done') return 'unknown'
  if (quote.value.state !== 'ready') return null
  const payout = toPayout(order)
  const { rate: market } = quote.value
  // If the market fee did not rise, the new fee is a quarter above the paid one, because the payout still
  // waits.
  const paid = (payout.fee * 4_000n) / BigInt(payout.weight)
  const rate = market > paid ? market : (paid * 5n) / 4n + 1n
  const account = wallets.bitcoin
  const raised = bumpPayout({ account, payout, to, rate, feeMax: bitcoinFeeMax })
  if (raised.status !== 'planned') return null
  return { order: bitcoinOrder(approved, raised.payout), feeMax: raised.payout.fee }
}

async function raiseEvm(
  { nodes }: ChainWithdrawalDeps,
  payment: Payment,
  order: SigningOrder,
  approved: Approved,
): Promise<Raised> {
  const chain = evmChainNamed(payment.chain)
  const node = nodes.evm[chain.name]
  const { spend } = order.order
  if (node === null || spend.family !== 'evm' || order.sender === null) return 'unknown'
  const { to, value, data } = toTransaction(order)
  const quote = await node.quote({ from: order.sender, to, value, data }, chain.fees)
  if (quote.status !== 'done') return 'unknown'
  const before = {
    maxFeePerGas: BigInt(spend.gasPrice.max),
    maxPriorityFeePerGas: BigInt(spend.gasPrice.priority),
  }
  const market = quote.value.state === 'ready' ? quote.value.fees : null
  const fees = bumpedFees(before, market, chain.fees)
  if (fees === null) return null
  const raised: EvmSpend = {
    ...spend,
    gasPrice: {
      kind: 'dynamic',
      max: String(fees.maxFeePerGas),
      priority: String(fees.maxPriorityFeePerGas),
    },
  }
  const feeMax = feeMaxOf(fees, BigInt(spend.gasLimit))
  return { order: evmOrder(approved, raised, order.sender), feeMax }
}
