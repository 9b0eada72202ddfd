/**
 * Suspends and resumes an account. One operator can suspend at once, to stop a theft; resuming needs two. An
 * account with a role in the console needs two operators for both, so that no operator can exclude the
 * others.
 */
import { suspensionWords } from '@tukar/i18n/server'
import {
  ResumeUser,
  type ResumeUser as Resumed,
  SuspendUser,
  type SuspendUser as Suspended,
} from '@tukar/wire'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import {
  beginSuspension,
  endSessionsOf,
  endSuspension,
  resumeAccount,
  listSessions,
} from '../../accounts/index.ts'
import { accountSubject, carryOut, type ChangeKind } from '../../desk/index.ts'
import { listOpenOrders } from '../../orders/index.ts'
import {
  findAccountHold,
  countWaitingWithdrawals,
  isHeldByDeposits,
  wakeWithdrawalsOf,
} from '../../wallets/index.ts'
import { holdingsOf, type UserChangeDeps, named, personOf, words } from './deps.ts'
import { notifyResumed, notifySuspended } from './notices.ts'

const roles = ['risk', 'admin'] as const

/** The audit state around a suspension, in addition to the account's state. */
async function surroundings(deps: UserChangeDeps, userId: number) {
  const { database } = deps
  const [orders, withdrawals, sessions, holdings, isHeld] = await Promise.all([
    listOpenOrders(database, userId, 1),
    countWaitingWithdrawals(database, userId),
    listSessions(database, userId),
    holdingsOf(deps, userId),
    isHeldByDeposits(database, deps.keys, userId),
  ])
  return { orders: orders.total, withdrawals, sessions: sessions.length, holdings, isHeld }
}

/** The change `user.suspend`. */
export function userSuspend(deps: UserChangeDeps): ChangeKind<Suspended> {
  const { database, sessions } = deps
  return {
    kind: 'user.suspend',
    roles,
    input: SuspendUser,
    async preview({ user_id: userId, why }, operator) {
      const person = await personOf(deps, userId, operator)
      if (person.isSuspended) throw new Refusal('user.suspended_already')
      const around = await surroundings(deps, userId)
      const isOperator = person.roles.length > 0
      return {
        subject: accountSubject(userId),
        title: words('suspendTitle', { person: named(person) }),
        lines: [
          { text: words('state'), before: words('active'), after: words('suspended') },
          { text: words('told'), before: null, after: suspensionWords[why] },
          { text: words('holdings'), before: around.holdings, after: words('stays') },
          {
            text: words('openOrders'),
            before: words('orders', { count: around.orders }),
            after: words('ordersStay', { count: around.orders }),
          },
          {
            text: words('withdrawals'),
            before: words(around.isHeld ? 'withdrawalsWait' : 'withdrawalsRun', {
              count: around.withdrawals,
            }),
            after: words('withdrawalsWait', { count: around.withdrawals }),
          },
          {
            text: words('sessions'),
            before: words('count', { count: around.sessions }),
            after: words('none'),
          },
        ],
        warnings: isOperator ? [words('isOperator')] : [],
        isSecondNeeded: isOperator,
        before: { suspended: false },
        after: { suspended: true, why },
      }
    },
    async apply({ user_id: userId, why }, { changeId }) {
      const command = { kind: 'suspend_account', accountId: userId } as const
      const source = `change:${changeId}:suspend`
      await carryOut(deps.engine, command, source)
      await inTransaction(database, async (transaction) => {
        await endSessionsOf(transaction, userId, null)
        if (!(await beginSuspension(transaction, deps.keys, userId, changeId))) return
        await notifySuspended(deps, transaction, userId, why)
        await wakeWithdrawalsOf(transaction, userId)
      })
      sessions.forget(userId)
      // A concurrent resume that ran before the row was inserted did not know of this suspension.
      await carryOut(deps.engine, command, `${source}:kept`)
    },
  }
}

/** The change `user.resume`. */
export function userResume(deps: UserChangeDeps): ChangeKind<Resumed> {
  const { database } = deps
  return {
    kind: 'user.resume',
    roles,
    input: ResumeUser,
    async preview({ user_id: userId }, operator) {
      const person = await personOf(deps, userId, operator)
      if (!person.isSuspended) throw new Refusal('user.not_suspended')
      const around = await surroundings(deps, userId)
      const { isHeld } = around
      return {
        subject: accountSubject(userId),
        title: words('resumeTitle', { person: named(person) }),
        lines: [
          { text: words('state'), before: words('suspended'), after: words('active') },
          { text: words('told'), before: null, after: words('resumedMail') },
          { text: words('holdings'), before: around.holdings, after: words('free') },
          {
            text: words('withdrawals'),
            before: words('withdrawalsWait', { count: around.withdrawals }),
            after: words(isHeld ? 'withdrawalsWait' : 'withdrawalsGoOn', {
              count: around.withdrawals,
            }),
          },
        ],
        warnings: isHeld ? [words('heldByDeposit')] : [],
        isSecondNeeded: true,
        before: { suspended: true },
        after: { suspended: false },
      }
    },
    async apply({ user_id: userId }, { changeId }) {
      await inTransaction(database, async (transaction) => {
        if (!(await endSuspension(transaction, deps.keys, userId, changeId))) return
        await notifyResumed(deps, transaction, userId)
        await wakeWithdrawalsOf(transaction, userId)
      })
      await resumeAccount({
        accountId: userId,
        source: `change:${changeId}:resume`,
        isHeld: async () => (await findAccountHold(database, deps.keys, userId)) !== null,
        submit: (command, source) => carryOut(deps.engine, command, source),
        // A failed step throws.
        isDone: () => true,
      })
    },
  }
}
