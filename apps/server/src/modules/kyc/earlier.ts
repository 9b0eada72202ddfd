/**
 * Earlier events that speak against a user. The automatic check must not overrule an operator, the provider,
 * or faces that did not match.
 */
import type { Transaction } from '../../platform/database/pool.ts'

/** After this many refused faces within a day an operator must review the case. */
export const refusedFacesMax = 2
const refusedHours = 24

export type EarlierRejections = {
  /** Whether an operator ever rejected the user: from then on the automatic check only proposes. */
  readonly isRejected: boolean
  /** Whether too many faces were refused, or the provider ended a flow of the user without success. */
  readonly isSuspicious: boolean
}

/** Reads it in the transaction that holds the user's record. */
export async function earlierOf(
  transaction: Transaction,
  userId: number,
): Promise<EarlierRejections> {
  const found = await transaction.query<EarlierRejections>(
    `select
       exists (
         select 1 from kyc.history
         where user_id = $1 and to_state = 'rejected' and actor not in ('user', 'machine')
       ) as "isRejected",
       (select count(*) from kyc.finding
         where user_id = $1 and source = 'modal' and verdict = 'review'
           and probability is not null
           and at > now() - make_interval(hours => $2)) > $3
       or exists (
         select 1 from kyc.verification
         where user_id = $1 and outcome in ('rejected', 'review')
       ) as "isSuspicious"`,
    [userId, refusedHours, refusedFacesMax],
  )
  return found.rows[0] ?? { isRejected: true, isSuspicious: true }
}
