/** The same payout with a higher fee: the same inputs or nonce, the same amount to the same address (ATT-95). */
import { bumpPayout, checkAddress } from '../../../../adapters/bitcoin/index.ts'
import { bumpedFees, feeMaxOf } from '../../../../adapters/evm/index.ts'
import type { Approved, EvmSpend } from '../../../../adapters/signer/index.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { ForgedRequest } from './approving.ts'
import { provenTransactionsOf } from './proofs/payout-rows.ts'
import { planTransaction } from './withdrawal-store.ts'
import type { ChainWithdrawal, SigningOutcome } from './withdrawal-row.ts'
import {
  bitcoinOrder,
  evmOrder,
  isOrdered,
  type KeptOrder,
  orderBytes,
  payoutOf,
  readOrder,
  transactionOf,
} from './signing-order.ts'
import {
  bitcoinFeeMax,
  bitcoinFees,
  bitcoinTargetBlocks,
  bumpsMax,
  type ChainOutParts,
} from './deps.ts'
import { dropPlanned, type Payment, readPayment } from './payment-store.ts'
import { evmChainNamed } from './funding.ts'
import { signStored } from './signing.ts'

const refused: SigningOutcome = { status: 'refused', code: 'fee.cap', isVoid: false }

/** Signs a withdrawal again with a higher fee; refused where the cap is reached or nothing can rise. */
export async function bump(
  parts: ChainOutParts,
  row: ChainWithdrawal,
  {
    epoch,
    approve,
  }: { readonly epoch: number; readonly approve: (payment: Payment) => Promise<Approved> },
): Promise<SigningOutcome> {
  const { database } = parts
  const all = await provenTransactionsOf(parts, row.rowId)
  const no = row.signedCount + 1
  if (no > bumpsMax + 1) return refused
  const stored = all.find((one) => one.no === no)
  if (stored !== undefined) {
    const outcome = await signStored(parts, epoch, row.rowId, stored)
    if (outcome.status === 'refused') await dropPlanned(database, row.rowId, no)
    return outcome
  }
  const last = all.find((one) => one.no === row.signedCount)
  if (last === undefined) throw new Error(`withdrawal ${row.rowId} was never signed`)
  if (!isOrdered(last)) return refused
  const payment = await readPayment(database, row.rowId)
  const approved = await approve(payment).catch((error: unknown) => {
    // What nobody approves any more costs no more either: the bytes that were signed are sent as ever.
    if (error instanceof ForgedRequest) return null
    throw error
  })
  if (approved === null) return refused
  const raised =
    row.chain === 'bitcoin'
      ? await raiseBitcoin(parts, payment, readOrder(last.request), approved)
      : await raiseEvm(parts, payment, readOrder(last.request), approved)
  if (raised === 'unknown') return { status: 'unknown' }
  if (raised === null) return refused
  const { kept, feeMax } = raised
  const slot =
    last.fromAddress === null || last.nonce === null
      ? null
      : { address: last.fromAddress, nonce: last.nonce }
  const request = orderBytes(kept)
  await inTransaction(database, (transaction) =>
    planTransaction(transaction, parts.keys, {
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
  return signStored(parts, epoch, row.rowId, { no, request, fromAddress, nonce })
}

type Raised = { readonly kept: KeptOrder; readonly feeMax: bigint } | 'unknown' | null

async function raiseBitcoin(
  { nodes, accounts }: ChainOutParts,
  payment: Payment,
  kept: KeptOrder,
  approved: Approved,
): Promise<Raised> {
  const house = await accounts()
  const to = checkAddress(payment.toAddress, nodes.network)
  if (house === null || nodes.bitcoin === null || to.status !== 'valid') return 'unknown'
  const quote = await nodes.bitcoin.feeQuote(bitcoinTargetBlocks, bitcoinFees)
  if (quote.status !== 'done') return 'unknown'
  if (quote.value.state !== 'ready') return null
  const payout = payoutOf(kept)
  const { rate: market } = quote.value
  // A market that did not rise is outbid: it waits for all that.
  const paid = (payout.fee * 4_000n) / BigInt(payout.weight)
  const rate = market > paid ? market : (paid * 5n) / 4n + 1n
  const account = house.bitcoin
  const raised = bumpPayout({ account, payout, to, rate, feeMax: bitcoinFeeMax })
  if (raised.status !== 'planned') return null
  return { kept: bitcoinOrder(approved, raised.payout), feeMax: raised.payout.fee }
}

async function raiseEvm(
  { nodes }: ChainOutParts,
  payment: Payment,
  kept: KeptOrder,
  approved: Approved,
): Promise<Raised> {
  const chain = evmChainNamed(payment.chain)
  const node = nodes.evm[chain.name]
  const { spend } = kept.order
  if (node === null || spend.family !== 'evm' || kept.sender === null) return 'unknown'
  const { to, value, data } = transactionOf(kept)
  const quote = await node.quote({ from: kept.sender, to, value, data }, chain.fees)
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
  return { kept: evmOrder(approved, raised, kept.sender), feeMax }
}
