/** The approval and creation of treasury moves on EVM chains. */
import { randomUUID } from 'node:crypto'
import {
  type EvmChain,
  type EvmNode,
  feeMaxOf,
  type GasFees,
  toChecksum,
} from '../../../../../adapters/evm/index.ts'
import {
  type ApprovalKind,
  approve,
  type Approved,
  type EvmSpend,
  hotWallet,
  type SignerKeyAt,
} from '../../../../../adapters/signer/index.ts'
import type { Database } from '../../../../../platform/database/pool.ts'
import type { Keys } from '../../../../../platform/secrets/keys.ts'
import { asWriter } from '../../../machine/writer.ts'
import type { ListedAsset } from '../../register.ts'
import { assignNonce } from '../withdrawal-store.ts'
import { approvalLifeMs, signerContractOf } from '../requests/approving.ts'
import { type TreasuryPurpose, insertMove, storeRequest } from './treasury-store.ts'
import { evmOrder, type SigningOrder, orderBytes } from '../signing/signing-order.ts'
import type { ClaimedMove } from '../proofs/move-proofs.ts'
import { feeMaxOn } from '../funding.ts'

type MovePurpose = TreasuryPurpose | 'consolidation'

const kinds = {
  sweep: 'sweep',
  gas_funding: 'funding',
  gap_filling: 'filling',
  consolidation: 'sweep',
} as const satisfies Record<MovePurpose, ApprovalKind>

/** Refusals after which the order needs a new approval: it expired, or its key changed. */
export const renewableCodes: readonly string[] = ['approval.expired', 'approval.forged']

export type Gas = { readonly gasLimit: bigint; readonly fees: GasFees }

export type MoveOrder = {
  readonly chain: EvmChain
  readonly purpose: TreasuryPurpose
  readonly asset: Pick<ListedAsset, 'symbol' | 'contract'>
  readonly from: { readonly key: SignerKeyAt; readonly address: string }
  readonly to: { readonly key: SignerKeyAt; readonly address: string }
  readonly amount: bigint
  readonly gas: Gas
  /** A new one is assigned if it is null. */
  readonly nonce: number | null
}

export type PlanningDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly approvalKey: Buffer
  /** The epoch of the planning writer. */
  readonly epoch: number
}

/**
 * Stores a move to be signed, with its nonce, in one transaction (INV-16); throws `NotTheWriter` if another
 * server writes now.
 */
export async function planMove(
  { database, keys, approvalKey, epoch }: PlanningDeps,
  node: EvmNode,
  order: MoveOrder,
): Promise<void> {
  const { chain, purpose, asset, from, to, gas } = order
  const counts = await node.nonceCounts(from.address)
  if (counts.status !== 'done') return
  const firstNonce = counts.value.latest
  // The reference ends with the index of the address, so that no other move is planned for it meanwhile.
  const about = purpose === 'gas_funding' ? to.key.index : from.key.index
  const reference = `${purpose}-${randomUUID()}${purpose === 'gap_filling' ? '' : `:${about}`}`
  const nowMs = Date.now()
  const approved = approve(approvalKey, {
    kind: kinds[purpose],
    id: reference,
    chain: `evm:${chain.chainId}`,
    currency: asset.symbol,
    contract: signerContractOf(asset.contract),
    destination: toChecksum(to.address),
    amount: String(order.amount),
    feeMax: String(feeMaxOn(chain.name)),
    hold: null,
    approvedBy: `rule:${purpose}`,
    approvedAtMs: nowMs,
    notAfterMs: nowMs + approvalLifeMs,
  })
  await asWriter(database, epoch, async (transaction) => {
    const slot = { chain: chain.name, address: from.address, firstNonce }
    const nonce = order.nonce ?? (await assignNonce(transaction, slot))
    const spend: EvmSpend = {
      family: 'evm',
      from: from.key,
      nonce,
      gasLimit: String(gas.gasLimit),
      gasPrice: {
        kind: 'dynamic',
        max: String(gas.fees.maxFeePerGas),
        priority: String(gas.fees.maxPriorityFeePerGas),
      },
      own: to.key,
    }
    await insertMove(transaction, keys, {
      chain: chain.name,
      purpose,
      // The gap may be the rest of a planned, never signed transaction.
      no: order.nonce === null ? 1 : null,
      fromAddress: from.address,
      nonce,
      request: orderBytes(evmOrder(approved, spend, from.address)),
      reference,
      contract: asset.contract,
      feeMax: feeMaxOf(gas.fees, gas.gasLimit),
    })
  })
}

/**
 * Makes a new approval for a stored move; throws for an order of another kind. Otherwise write access here
 * could get a payout approved as a treasury move, whose receiver the signer does not check.
 */
export function approvedAgain(
  approvalKey: Buffer,
  purpose: MovePurpose,
  { order: { approval } }: SigningOrder,
): Approved {
  if (approval.kind !== kinds[purpose]) throw new Error(`${approval.id} is not a ${purpose}`)
  const nowMs = Date.now()
  const times = { approvedAtMs: nowMs, notAfterMs: nowMs + approvalLifeMs }
  return approve(approvalKey, { ...approval, ...times })
}

/**
 * Makes a new approval for a stored, proven and unsigned move: the same transaction, with the same nonce or
 * inputs.
 */
export async function renewMove(
  { database, keys, approvalKey, epoch }: PlanningDeps,
  move: ClaimedMove & { readonly purpose: MovePurpose },
  stored: SigningOrder,
): Promise<void> {
  const approved = approvedAgain(approvalKey, move.purpose, stored)
  const order = { ...approved, spend: stored.order.spend }
  await asWriter(database, epoch, (transaction) =>
    storeRequest(transaction, keys, move, orderBytes({ ...stored, order })),
  )
}

/** The hot wallet as a side of a move. */
export function hotWalletEnd(address: string): MoveOrder['from'] {
  return { key: hotWallet, address }
}
