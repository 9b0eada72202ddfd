/** What the house moves about on EVM chains: how each move is approved and made. */
import { randomUUID } from 'node:crypto'
import {
  type EvmChain,
  type EvmNode,
  feeMaxOf,
  type GasFees,
  toChecksum,
} from '../../../../adapters/evm/index.ts'
import {
  type ApprovalKind,
  approve,
  type Approved,
  type EvmSpend,
  hotWallet,
  type SignerKeyAt,
} from '../../../../adapters/signer/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { asWriter } from '../../machine/writer.ts'
import type { ListedAsset } from '../register.ts'
import { takeNonce } from './withdrawal-store.ts'
import { approvalLifeMs, signerContractOf } from './approving.ts'
import { type TreasuryPurpose, insertMove, keepRequest } from './treasury-store.ts'
import { evmOrder, type SigningOrder, orderBytes } from './signing-order.ts'
import type { ClaimedMove } from './proofs/move-proofs.ts'
import { feeMaxOn } from './funding.ts'

type MovePurpose = TreasuryPurpose | 'consolidation'

const kinds = {
  sweep: 'sweep',
  gas_funding: 'funding',
  gap_filling: 'filling',
  consolidation: 'sweep',
} as const satisfies Record<MovePurpose, ApprovalKind>

/** What may only be asked for again with another approval: it grew old, or its key is one of before. */
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
  /** Taken again where it is null. */
  readonly nonce: number | null
}

export type PlanningDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly approvalKey: Buffer
  /** Of the writer that plans. */
  readonly epoch: number
}

/**
 * Keeps a move to be signed, with its nonce, in one transaction (INV-16); throws `NotTheWriter` where
 * another server writes now.
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
  // Ends with whose address it is about, so that nothing else is planned for it meanwhile.
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
    const nonce = order.nonce ?? (await takeNonce(transaction, slot))
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
      // A gap may be what is left of something that was planned and never signed.
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
 * A fresh approval of a move as it was kept; throws for an order of another kind: whoever can write here
 * may not have a payout of his approved as a move of the house, whose receiver the signer knows as ours.
 */
export function approvedAgain(
  approvalKey: Buffer,
  purpose: MovePurpose,
  { order: { approval } }: SigningOrder,
): Approved {
  if (approval.kind !== kinds[purpose]) throw new Error(`${approval.id} is no ${purpose}`)
  const nowMs = Date.now()
  const times = { approvedAtMs: nowMs, notAfterMs: nowMs + approvalLifeMs }
  return approve(approvalKey, { ...approval, ...times })
}

/** Approves what was kept, is proven and was never signed again: the same transaction, for the same number or inputs. */
export async function renewMove(
  { database, keys, approvalKey, epoch }: PlanningDeps,
  move: ClaimedMove & { readonly purpose: MovePurpose },
  stored: SigningOrder,
): Promise<void> {
  const approved = approvedAgain(approvalKey, move.purpose, stored)
  const order = { ...approved, spend: stored.order.spend }
  await asWriter(database, epoch, (transaction) =>
    keepRequest(transaction, keys, move, orderBytes({ ...stored, order })),
  )
}

/** The house's side of a move. */
export function hotWalletEnd(address: string): MoveOrder['from'] {
  return { key: hotWallet, address }
}
