/** Refusal codes for the server and for operators. */

import { tripCodes } from './book/records.ts'

export const refusalCodes = [
  'approval.forged',
  'approval.early',
  'approval.expired',
  'approval.changed',
  'approval.void',
  'approval.wrong_kind',
  'approval.no_hold',
  'asset.unknown',
  'address.invalid',
  'address.own',
  'address.not_own',
  'amount.invalid',
  'fee.invalid',
  'fee.above_approved',
  'fee.not_higher',
  'hold.taken',
  'hold.unstated',
  'hold.forged',
  'hold.other',
  'hold.stale',
  'hold.too_small',
  'votes.missing',
  'votes.rejected',
  'votes.unknown_key',
  'votes.forged',
  'votes.other_payout',
  'votes.other_amount',
  'votes.same_operator',
  'votes.own_case',
  'inputs.changed',
  'input.taken',
  'input.amount_changed',
  'nonce.changed',
  'nonce.taken',
  'attempts.too_many',
  'writer.stale',
  'book.behind',
  'book.broken',
  'tripped',
  'cap.none',
  'token.forged',
  'token.changed',
  'token.closed',
  'token.too_many',
  ...tripCodes,
] as const
export type RefusalCode = (typeof refusalCodes)[number]

export type Refusal = { readonly refused: RefusalCode }

/** A refusal as a value. */
export function refuse(refused: RefusalCode): Refusal {
  return { refused }
}
