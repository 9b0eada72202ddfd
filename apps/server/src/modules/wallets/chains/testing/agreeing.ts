/** For tests: approvals of withdrawals by operators, as the console stores them. */
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { type Desk, testPass } from '../../../../testing/desk.ts'
import { castVote } from '../../../desk/index.ts'
import { addApproval } from '../../machine/approvals.ts'
import { chainWithdrawalBallot } from '../withdrawals/votes.ts'
import { readChainWithdrawal } from '../withdrawals/withdrawal-store.ts'

/** An operator approves a withdrawal or gives it back; the withdrawal becomes due. */
export async function agreeTo(
  { database, keys }: Pick<Desk, 'database' | 'keys'>,
  rowId: number,
  decision: 'approve' | 'give_back',
  { userId: operatorId }: { readonly userId: number },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const row = await readChainWithdrawal(transaction, rowId)
    const reason = 'It is in order.'
    await addApproval(transaction, 'chain_withdrawal', { rowId, decision, operatorId, reason })
    await transaction.query(
      `update wallets.chain_withdrawal set version = version + 1, hints = hints + 1,
         next_look_at = now() where id = $1`,
      [rowId],
    )
    const action = `chain_withdrawal.${decision}` as const
    const subject = `chain_withdrawal:${rowId}`
    const entry = { operatorId, action, subject, reason }
    await castVote(transaction, keys, { ...chainWithdrawalBallot(row, decision), entry }, testPass)
  })
}
