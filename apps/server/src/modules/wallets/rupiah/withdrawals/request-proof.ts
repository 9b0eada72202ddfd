/**
 * The proof of a withdrawal's request (ATT-97). It covers the row id and all values that determine the
 * payment, and is made once the owner is authenticated. A row that was inserted or changed by hand has no
 * valid proof.
 */
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { matchesProof, createProof, type Proven } from '../../../../platform/secrets/proof.ts'
import { type StoredPause, pauseProofValues } from '../../machine/request-pause.ts'
import type { Withdrawal } from './withdrawal-row.ts'

/** The values that the proof covers. */
export type RequestedPayout = Pick<
  Withdrawal,
  | 'rowId'
  | 'reference'
  | 'userId'
  | 'railId'
  | 'amount'
  | 'fee'
  | 'providerFee'
  | 'net'
  | 'description'
  | 'bankCode'
  | 'bankName'
  | 'holderName'
  | 'accountNumber'
  | 'approvalsNeeded'
> &
  StoredPause

const version = 'tukar rupiah withdrawal request 1'

/** The proof of a request, 32 bytes. */
export function macOfPayout(keys: Keys, request: RequestedPayout): Buffer {
  return createProof(keys, 'rupiah-request', valuesOf(request))
}

/** Whether a row equals the request of its owner. */
export function isRequestedPayout(
  keys: Keys,
  request: RequestedPayout,
  mac: Buffer | null,
): boolean {
  return matchesProof(keys, 'rupiah-request', valuesOf(request), mac)
}

function valuesOf(request: RequestedPayout): Proven {
  return [
    version,
    request.rowId,
    request.reference,
    request.userId,
    request.railId,
    request.amount,
    request.fee,
    request.providerFee,
    request.net,
    request.description,
    request.bankCode,
    request.bankName,
    request.holderName,
    request.accountNumber,
    request.approvalsNeeded,
    ...pauseProofValues(request),
  ]
}
