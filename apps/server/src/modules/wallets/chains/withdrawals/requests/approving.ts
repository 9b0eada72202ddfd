/**
 * The proofs of a withdrawal (ATT-97). The proof of the request covers all values that the authenticated
 * owner entered. The proof of the approval is checked by the signer. A row that was inserted or changed by
 * hand has neither.
 */
import { toChecksum } from '../../../../../adapters/evm/index.ts'
import { type Approval, type Approved, approve } from '../../../../../adapters/signer/index.ts'
import { holdName } from '../../../../../engine/index.ts'
import type { Keys } from '../../../../../platform/secrets/keys.ts'
import { matchesProof, createProof, type Proven } from '../../../../../platform/secrets/proof.ts'
import { type StoredPause, pauseProofValues } from '../../../machine/request-pause.ts'
import type { ListedAsset } from '../../register.ts'

/** The values of a request, with the decisions made at that time. */
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

/** The signer accepts approvals of at most seven days. */
export const approvalLifeMs = 7 * 24 * 3_600_000 - 60_000

const version = 'tukar withdrawal request 1'

/** The proof of a request. */
export function macOfRequest(keys: Keys, request: RequestedPayment): Buffer {
  return createProof(keys, 'chain-request', valuesOf(request))
}

/** Whether a row equals the request of its owner. */
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

/** The signer's name of a chain. */
export function signerChainOf({ chainId }: Pick<ListedAsset, 'chainId'>): string {
  return chainId === null ? 'bitcoin' : `evm:${chainId}`
}

/** The signer's form of a contract. */
export function signerContractOf(contract: string | null): string | null {
  return contract === null ? null : toChecksum(contract)
}

/** Approves a payout whose request is proven and whose required approvals are proven. */
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

/** A row that differs from its owner's request, or that nobody approved (ATT-97). */
export class ForgedRequest extends Error {
  override readonly name = 'ForgedRequest'
}

/** Whether a stored approval belongs to this payment and stays valid long enough. */
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
