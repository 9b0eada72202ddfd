/** The calls with which operators lock and unlock a user's bank account (DEC-96). */
import { calls } from '@tukar/wire'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { isDemoPerson, type SecurityNoticeDeps } from '../accounts/index.ts'
import { audit, type Desk, deskRoute, type Operator, refuseOwnCase } from '../desk/index.ts'
import { lockBankAccount, unlockBankAccount } from './lock.ts'

export type BankAccountDesk = SecurityNoticeDeps & { readonly database: Database }

const roles = ['risk', 'admin'] as const

/** Serves the calls to risk operators; the audit log records them with their reasons. */
export function registerBankAccountDesk(http: HttpHost, desk: Desk, deps: BankAccountDesk): void {
  const { database } = deps
  deskRoute(http, desk, calls.unlockBankAccount, roles, async ({ request, operator, input }) => {
    await refuseUnturnable(database, operator, input.user_id)
    await inTransaction(database, async (transaction) => {
      const client = { address: request.ip }
      await unlockBankAccount(deps, transaction, input.user_id, client)
      await recordLock(transaction, operator, input, false)
    })
    return success(request, {}, { code: 'desk.decided' })
  })

  deskRoute(http, desk, calls.lockBankAccount, roles, async ({ request, operator, input }) => {
    await refuseUnturnable(database, operator, input.user_id)
    await inTransaction(database, async (transaction) => {
      const isLocked = await lockBankAccount(transaction, input.user_id)
      if (!isLocked) throw new Refusal('bank.not_lockable')
      await recordLock(transaction, operator, input, true)
    })
    return success(request, {}, { code: 'desk.decided' })
  })
}

/**
 * Refuses `desk.own_case`, and `user.demo_person` because many people share the account of a demo person
 * (R-41).
 */
async function refuseUnturnable(
  database: Database,
  operator: Operator,
  userId: number,
): Promise<void> {
  refuseOwnCase(operator, userId)
  if (await isDemoPerson(database, userId)) throw new Refusal('user.demo_person')
}

async function recordLock(
  transaction: Transaction,
  { operatorId }: Operator,
  { user_id: userId, reason }: { readonly user_id: number; readonly reason: string },
  isLocked: boolean,
): Promise<void> {
  const action = isLocked ? 'bank.lock' : 'bank.unlock'
  const [before, after] = [{ isLocked: !isLocked }, { isLocked }]
  const subject = `account:${userId}`
  await audit.record(transaction, { operatorId, action, subject, reason, before, after })
}
