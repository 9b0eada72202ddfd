/** The e-mailed link that cancels the pending reset of a second factor. */
import { calls } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { recordSecurityEvent } from '../../platform/security/events.ts'
import { cancelResetByToken, type Sessions } from '../accounts/index.ts'
import { audit } from '../desk/index.ts'

/** Serves `/users/keep-factor` to the holder of the link; the audit log records its use. */
export function registerCancelFactorReset(
  http: HttpHost,
  {
    database,
    keys,
    sessions,
  }: { readonly database: Database; readonly keys: Keys; readonly sessions: Sessions },
): void {
  route(http, sessions, calls.keepFactor, async ({ request, input }) => {
    await inTransaction(database, async (transaction) => {
      const accountId = await cancelResetByToken(transaction, keys, input.token)
      if (accountId === null) throw new Refusal('factor.link_used')
      const [kind, clientAddress] = ['two_factor.kept', request.ip]
      await recordSecurityEvent(transaction, { accountId, kind, clientAddress })
      await audit.record(transaction, {
        operatorId: null,
        action: 'user.factor_kept',
        subject: `user:${accountId}`,
        reason: 'The owner kept it by the link of the mail.',
      })
    })
    return success(request, {}, { code: 'factor.kept' })
  })
}
