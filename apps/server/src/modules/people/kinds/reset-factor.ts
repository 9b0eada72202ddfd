/**
 * Removes the second factor of an owner who lost it (DEC-37): after three checks, by two operators, and after
 * a day in which the owner of the mailbox can cancel it. Withdrawals pause for another day (SRV-82).
 */
import { ResetUserFactor, type ResetUserFactor as Reset } from '@tukar/wire'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { beginFactorReset, factorResetHours, factorResetOf } from '../../accounts/index.ts'
import { accountSubject, type ChangeKind, type Desk } from '../../desk/index.ts'
import { kycStateOf } from '../../kyc/index.ts'
import { type UserChangeDeps, named, personOf, words } from './deps.ts'
import { notifyFactorReset } from './notices.ts'

const kind = 'user.reset_factor'

/** Whether votes prove that a change requested the reset of this account's second factor. */
export async function isResetAgreed(
  { changes }: Pick<Desk, 'changes'>,
  changeId: number,
  userId: number,
): Promise<boolean> {
  const input = ResetUserFactor.safeParse(await changes.votedFor(kind, changeId))
  return input.success && input.data.user_id === userId
}

/** The change `user.reset_factor`. */
export function userResetFactor(deps: UserChangeDeps): ChangeKind<Reset> {
  const { database } = deps
  return {
    kind,
    roles: ['admin'],
    input: ResetUserFactor,
    async preview({ user_id: userId, checks }, operator) {
      const person = await personOf(deps, userId, operator)
      if (!person.hasTwoFactor) throw new Refusal('user.no_factor')
      if ((await kycStateOf(deps, userId)) !== 'approved') throw new Refusal('user.no_identity')
      if ((await factorResetOf(database, userId)) !== null) throw new Refusal('user.reset_waits')
      return {
        subject: accountSubject(userId),
        title: words('resetTitle', { person: named(person) }),
        lines: [
          {
            text: words('factor'),
            before: words('on'),
            after: words('offAt', { hours: factorResetHours }),
          },
          { text: words('checked'), before: null, after: words('checks') },
          { text: words('told'), before: null, after: words('resetMail') },
        ],
        warnings: [words('sure'), words('waitsAfter')],
        isSecondNeeded: true,
        before: { factor: true },
        after: { factor: false, hours: factorResetHours, checks },
      }
    },
    async apply({ user_id: userId }, { changeId }) {
      await inTransaction(database, async (transaction) => {
        const token = await beginFactorReset(transaction, deps.keys, userId, changeId)
        const reset = await factorResetOf(transaction, userId)
        if (token === null || reset === null) return
        await notifyFactorReset(deps, transaction, userId, { token, dueMs: reset.dueMs })
      })
    },
  }
}
