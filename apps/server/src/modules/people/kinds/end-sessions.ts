/** Ends sessions of a user: one, or all. */
import { deviceWords } from '@tukar/i18n/server'
import { EndUserSessions, type EndUserSessions as Ended } from '@tukar/wire'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { recordSecurityEvent } from '../../../platform/security/events.ts'
import { endSessionsOf, listSessions } from '../../accounts/index.ts'
import { accountSubject, type ChangeKind, maskedAddress } from '../../desk/index.ts'
import { type UserChangeDeps, named, personOf, words } from './deps.ts'

/** The change `user.end_sessions`. */
export function userEndSessions(deps: UserChangeDeps): ChangeKind<Ended> {
  const { database, sessions } = deps
  return {
    kind: 'user.end_sessions',
    roles: ['support', 'risk', 'admin'],
    input: EndUserSessions,
    async preview({ user_id: userId, session_id: sessionId }, operator) {
      const person = await personOf(deps, userId, operator)
      const live = await listSessions(database, userId)
      const ending =
        sessionId === null ? live : live.filter((session) => session.sessionId === sessionId)
      if (ending.length === 0) throw new Refusal('user.no_sessions')
      const title = sessionId === null ? 'endAllTitle' : 'endOneTitle'
      return {
        subject: accountSubject(userId),
        title: words(title, { person: named(person) }),
        lines: ending.map(({ device, address }) => ({
          text: words('thisSession'),
          before: {
            en: `${deviceWords(device, 'en')}, ${maskedAddress(address)}`,
            id: `${deviceWords(device, 'id')}, ${maskedAddress(address)}`,
          },
          after: words('ended'),
        })),
        warnings: [words('signsInAgain')],
        isSecondNeeded: false,
        before: { sessions: ending.map((session) => session.sessionId) },
        after: { sessions: [] },
      }
    },
    async apply({ user_id: userId, session_id: sessionId }) {
      await inTransaction(database, async (transaction) => {
        const count = await endSessionsOf(transaction, userId, sessionId)
        if (count === 0) return
        const [accountId, kind] = [userId, 'session.ended']
        const details = { by: 'operators', count }
        await recordSecurityEvent(transaction, { accountId, kind, clientAddress: null, details })
      })
      sessions.forget(userId)
    },
  }
}
