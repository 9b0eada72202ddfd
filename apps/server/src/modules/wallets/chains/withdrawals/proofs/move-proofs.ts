/** Unproven treasury moves: they keep their state, and operators are notified. */
import type { Database } from '../../../../../platform/database/pool.ts'
import type { Log } from '../../../../../platform/logging/log.ts'
import type { Keys } from '../../../../../platform/secrets/keys.ts'
import { audit } from '../../../../desk/index.ts'
import { isProvenTransaction, type TransactionClaim } from './transaction-proof.ts'

type MoveProofDeps = { readonly database: Database; readonly keys: Keys; readonly log: Log }

export type ClaimedMove = Omit<TransactionClaim, 'holdId'> & {
  readonly moveId: number
  readonly proof: Buffer | null
}

/** Whether this server planned the move and had it signed. */
export function isProvenMove(keys: Keys, move: ClaimedMove): boolean {
  return isProvenTransaction(keys, { ...move, holdId: null }, move.proof)
}

/** Checks the proof of a move. An unproven move is logged and recorded in the audit log, once a day. */
export async function checkMove(
  { database, keys, log }: MoveProofDeps,
  move: ClaimedMove,
): Promise<boolean> {
  if (isProvenMove(keys, move)) return true
  if (await audit.recordDaily(database, 'row.unproven', `chain_transaction:${move.moveId}`)) {
    log.error({ moveId: move.moveId }, 'a treasury move has no valid proof and is skipped')
  }
  return false
}
