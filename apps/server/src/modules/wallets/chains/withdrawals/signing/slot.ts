/**
 * Reserves the inputs or the nonce of a payout and stores the order to the signer, in the transaction that
 * moves its row to `signing` (INV-13, INV-16).
 */
import { feeMaxOf } from '../../../../../adapters/evm/index.ts'
import { type EvmSpend, hotWallet } from '../../../../../adapters/signer/index.ts'
import type { Transaction } from '../../../../../platform/database/pool.ts'
import type { Keys } from '../../../../../platform/secrets/keys.ts'
import { planTransaction, reserveCoins, assignNonce } from '../withdrawal-store.ts'
import type { ChainWithdrawal } from '../withdrawal-row.ts'
import { bitcoinOrder, evmOrder, orderBytes } from './signing-order.ts'
import { inFlightOf, readPayment } from '../payment-store.ts'
import { type Plan, spentAmountText } from '../funding.ts'
import { isWithinStill } from './signer-limits.ts'

/** The planned inputs or nonce were used meanwhile; the next pass plans again. */
export class SlotUnavailable extends Error {
  override readonly name = 'SlotTaken'
}

/** Reserves them; throws `SlotUnavailable`, which rolls the transaction back. */
export async function reserveSlot(
  transaction: Transaction,
  keys: Keys,
  row: ChainWithdrawal,
  plan: Plan | null,
): Promise<void> {
  if (plan === null || plan.funding !== 'enough')
    throw new SlotUnavailable('the withdrawal has no plan')
  const payment = await readPayment(transaction, row.rowId)
  const { approved, chain, reference, holdId } = payment
  if (approved === null || approved.approval.id !== reference) {
    throw new SlotUnavailable('the withdrawal is no longer approved')
  }
  if (!(await isWithinStill(transaction, payment, plan.signerLimits))) {
    throw new SlotUnavailable('the limits of the signer are used up by other withdrawals')
  }
  const at = { chain, withdrawalId: row.rowId, reference, holdId, no: 1 }
  if (plan.family === 'bitcoin') {
    const { payout } = plan
    if (!(await reserveCoins(transaction, row.rowId, payout.inputs))) {
      throw new SlotUnavailable('an input was reserved concurrently')
    }
    const request = orderBytes(bitcoinOrder(approved, payout))
    await planTransaction(transaction, keys, { ...at, slot: null, request, feeMax: payout.fee })
    return
  }
  const { from, firstNonce, gasLimit, fees } = plan
  const nonce = await assignNonce(transaction, { chain, address: from, firstNonce })
  await requireUntaken(transaction, row, plan)
  const spend: EvmSpend = {
    family: 'evm',
    from: hotWallet,
    nonce,
    gasLimit: String(gasLimit),
    gasPrice: {
      kind: 'dynamic',
      max: String(fees.maxFeePerGas),
      priority: String(fees.maxPriorityFeePerGas),
    },
    own: null,
  }
  const request = orderBytes(evmOrder(approved, spend, from))
  const slot = { address: from, nonce }
  const feeMax = feeMaxOf(fees, gasLimit)
  await planTransaction(transaction, keys, { ...at, slot, request, feeMax })
}

/** The row of the nonce is locked by now, so no other payout uses the hot wallet until the commit. */
async function requireUntaken(
  transaction: Transaction,
  { chain, contract, rowId }: ChainWithdrawal,
  plan: Extract<Plan, { family: 'evm' }>,
): Promise<void> {
  const flying = await inFlightOf(transaction, chain, contract, rowId)
  const coins = contract === null ? flying : await inFlightOf(transaction, chain, null, rowId)
  const now = spentAmountText(flying.amount, coins)
  if (now !== plan.spent)
    throw new SlotUnavailable('the funds of the hot wallet changed since planning')
}
