/**
 * What speaks against a person from before the look of this moment: the machine alone does not overrule
 * an operator, the provider, or the faces that did not match.
 */
import type { Transaction } from '../../platform/database/pool.ts'

/** So many faces of a person may be refused within a day before somebody looks at him. */
export const refusedFacesMax = 2
const refusedHours = 24

export type EarlierRejections = {
  /** Whether an operator ever rejected him: the machine may only propose from then on. */
  readonly isRejected: boolean
  /** Whether too many faces were refused, or the provider ended a flow of his without success. */
  readonly isSuspicious: boolean
}

/** Reads it in the transaction that holds the person's record. */
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
