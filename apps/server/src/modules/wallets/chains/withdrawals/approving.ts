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
import { type StoredPause, pauseProofValues } from '../../machine/request-pause.ts'
import type { ListedAsset } from '../register.ts'

/** What a person asked for, and what was decided of it at once. */
export type RequestedPayment = StoredPause & {
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
export function macOfRequest(keys: Keys, request: RequestedPayment): Buffer {
  return createProof(keys, 'chain-request', valuesOf(request))
}

/** Whether a row is what its owner asked for. */
export function isRequested(keys: Keys, request: RequestedPayment, mac: Buffer | null): boolean {
  return matchesProof(keys, 'chain-request', valuesOf(request), mac)
}

function valuesOf(request: RequestedPayment): Proven {
  return [
    version,
    request.reference,
    request.userId,
    request.chain,
    request.currencyId,
    request.contract,
    request.amount,
    request.fee,
    request.net,
    String(request.chainAmount),
    request.toAddress,
    request.receiverName,
    request.receiverAddress,
    request.approvalsNeeded,
    ...pauseProofValues(request),
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
  request: RequestedPayment,
  times: {
    readonly asset: Pick<ListedAsset, 'symbol' | 'chainId' | 'contract'>
    readonly holdId: number
    readonly feeMax: bigint
    readonly approvedBy: string
    readonly nowMs: number
  },
): Approved {
  const { asset, nowMs } = times
  const approval: Approval = {
    kind: 'payout',
    id: request.reference,
    chain: signerChainOf(asset),
    currency: asset.symbol,
    contract: signerContractOf(asset.contract),
    destination: request.toAddress,
    amount: String(request.chainAmount),
    feeMax: String(times.feeMax),
    hold: holdName(times.holdId),
    approvedBy: times.approvedBy,
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
  request: RequestedPayment,
  { nowMs, leftMs }: { readonly nowMs: number; readonly leftMs: number },
): boolean {
  const isOfPayment =
    approval.id === request.reference &&
    approval.destination === request.toAddress &&
    approval.amount === String(request.chainAmount)
  return isOfPayment && approval.notAfterMs - nowMs > leftMs
}
