/**
 * The proof of a withdrawal's request (ATT-97): over its row's number and all that says who is paid what, made
 * once its owner had proven himself. A row that somebody put or changed in the database has none that fits.
 */
import type { Keys } from '../../../platform/secrets/keys.ts'
import { matchesProof, createProof, type Proven } from '../../../platform/secrets/proof.ts'
import { type OwnPause, provenPause } from '../machine/request-pause.ts'
import type { Withdrawal } from './withdrawal-row.ts'

/** What the proof covers. */
export type AskedPayout = Pick<
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
  OwnPause

const version = 'tukar rupiah withdrawal request 1'

/** The proof of a request, 32 bytes. */
export function macOfPayout(keys: Keys, asked: AskedPayout): Buffer {
  return createProof(keys, 'rupiah-request', valuesOf(asked))
}

/** Whether a row is what its owner asked for. */
export function isAskedPayout(keys: Keys, asked: AskedPayout, mac: Buffer | null): boolean {
  return matchesProof(keys, 'rupiah-request', valuesOf(asked), mac)
}

function valuesOf(asked: AskedPayout): Proven {
  return [
    version,
    asked.rowId,
    asked.reference,
    asked.userId,
    asked.railId,
    asked.amount,
    asked.fee,
    asked.providerFee,
    asked.net,
    asked.description,
    asked.bankCode,
    asked.bankName,
    asked.holderName,
    asked.accountNumber,
    asked.approvalsNeeded,
    ...provenPause(asked),
  ]
}
