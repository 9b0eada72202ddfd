/**
 * The proofs of a withdrawal (ATT-97): the request's, over all that its owner asked for after he proved
 * himself, and the approving step's, which the signer checks. A row that somebody put or changed here by
 * hand has neither.
 */
import { toChecksum } from '../../../../adapters/evm/index.ts'
import { type Approval, type Approved, approve } from '../../../../adapters/signer/index.ts'
import { holdName } from '../../../../engine/index.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { matchesProof, createProof, type Proven } from '../../../../platform/secrets/proof.ts'
import { type OwnPause, provenPause } from '../../machine/request-pause.ts'
import type { ListedAsset } from '../register.ts'

/** What a person asked for, and what was decided of it at once. */
export type AskedPayment = OwnPause & {
  readonly reference: string
  readonly userId: number
  readonly chain: string
  readonly currencyId: number
  readonly contract: string | null
  readonly amount: number
  readonly fee: number
  readonly net: number
  readonly chainAmount: bigint
  readonly toAddress: string
  readonly receiverName: string | null
  readonly receiverAddress: string | null
  readonly approvalsNeeded: number
}

/** The signer lets an approval live seven days at most. */
export const approvalLifeMs = 7 * 24 * 3_600_000 - 60_000

const version = 'tukar withdrawal request 1'

/** The proof of a request. */
export function macOfRequest(keys: Keys, asked: AskedPayment): Buffer {
  return createProof(keys, 'chain-request', valuesOf(asked))
}

/** Whether a row is what its owner asked for. */
export function isRequested(keys: Keys, asked: AskedPayment, mac: Buffer | null): boolean {
  return matchesProof(keys, 'chain-request', valuesOf(asked), mac)
}

function valuesOf(asked: AskedPayment): Proven {
  return [
    version,
    asked.reference,
    asked.userId,
    asked.chain,
    asked.currencyId,
    asked.contract,
    asked.amount,
    asked.fee,
    asked.net,
    String(asked.chainAmount),
    asked.toAddress,
    asked.receiverName,
    asked.receiverAddress,
    asked.approvalsNeeded,
    ...provenPause(asked),
  ]
}

/** A chain as the signer names it. */
export function signerChainOf({ chainId }: Pick<ListedAsset, 'chainId'>): string {
  return chainId === null ? 'bitcoin' : `evm:${chainId}`
}

/** A contract as the signer names it. */
export function signerContractOf(contract: string | null): string | null {
  return contract === null ? null : toChecksum(contract)
}

/** Approves a payout whose request stands and which everybody agreed to who had to. */
export function approvePayout(
  key: Buffer,
  asked: AskedPayment,
  told: {
    readonly asset: Pick<ListedAsset, 'symbol' | 'chainId' | 'contract'>
    readonly holdId: number
    readonly feeMax: bigint
    readonly approvedBy: string
    readonly nowMs: number
  },
): Approved {
  const { asset, nowMs } = told
  const approval: Approval = {
    kind: 'payout',
    id: asked.reference,
    chain: signerChainOf(asset),
    currency: asset.symbol,
    contract: signerContractOf(asset.contract),
    destination: asked.toAddress,
    amount: String(asked.chainAmount),
    feeMax: String(told.feeMax),
    hold: holdName(told.holdId),
    approvedBy: told.approvedBy,
    approvedAtMs: nowMs,
    notAfterMs: nowMs + approvalLifeMs,
  }
  return approve(key, approval)
}

/** A row that its owner never asked for like that, or that nobody approved (ATT-97). */
export class ForgedRequest extends Error {
  override readonly name = 'ForgedRequest'
}

/** Whether an approval that was kept is of this payment, and good for a while. */
export function isUsable(
  { approval }: Approved,
  asked: AskedPayment,
  { nowMs, leftMs }: { readonly nowMs: number; readonly leftMs: number },
): boolean {
  const isOfPayment =
    approval.id === asked.reference &&
    approval.destination === asked.toAddress &&
    approval.amount === String(asked.chainAmount)
  return isOfPayment && approval.notAfterMs - nowMs > leftMs
}
