/** The call by which an operator opens a locked bank account for its owner (DEC-96). */
import { calls } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import type { TellingParts } from '../accounts/index.ts'
import { audit, type Desk, deskRoute, refuseOwnCase } from '../desk/index.ts'
import { unlockBankAccount } from './lock.ts'

export type BankAccountDesk = TellingParts & { readonly database: Database }

/** Serves the call to those who watch over risks; it is in their record, with its reason. */
export function registerBankAccountDesk(http: HttpHost, desk: Desk, parts: BankAccountDesk): void {
  deskRoute(http, desk, calls.unlockBankAccount, ['risk', 'admin'], async (asked) => {
    const { request, operator, input } = asked
    const { user_id: userId, reason } = input
    refuseOwnCase(operator, userId)
    const { operatorId } = operator
    await inTransaction(parts.database, async (transaction) => {
      await unlockBankAccount(parts, transaction, userId, { address: request.ip })
      const [before, after] = [{ isLocked: true }, { isLocked: false }]
      const subject = `account:${userId}`
      const entry = { operatorId, action: 'bank.unlock', subject, reason, before, after }
      await audit.record(transaction, entry)
    })
    return success(request, {}, { code: 'desk.decided' })
  })
}
