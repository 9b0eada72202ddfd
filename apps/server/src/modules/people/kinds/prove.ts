/**
 * Proves an account again whose row was changed in the database (ADR 0027): after the three checks of a lost
 * factor, by two operators, who see the content of the row. The password is discarded, because its author is
 * unknown. The user sets a new one with a link to the checked address.
 */
import { type ProveUser as Proved, ProveUser } from '@tukar/wire'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { recordSecurityEvent } from '../../../platform/security/events.ts'
import {
  endSessionsOf,
  heldStateOf,
  proveHeldUser,
  sendPasswordLink,
} from '../../accounts/index.ts'
import { accountSubject, type ChangeKind, maskedEmail } from '../../desk/index.ts'
import { kycStateOf } from '../../kyc/index.ts'
import { type UserChangeDeps, named, personOf, words } from './deps.ts'

/** The change `user.prove`. */
export function userProve(deps: UserChangeDeps): ChangeKind<Proved> {
  const { database, keys, sessions } = deps
  return {
    kind: 'user.prove',
    roles: ['admin'],
    input: ProveUser,
    async preview({ user_id: userId, state, checks }, operator) {
      const person = await personOf(deps, userId, operator)
      const held = await heldStateOf(database, keys, userId)
      if (held === null) throw new Refusal('user.not_held')
      if (held !== state) throw new Refusal('user.held_otherwise')
      if ((await kycStateOf(deps, userId)) !== 'approved') throw new Refusal('user.no_identity')
      const email = maskedEmail(person.email)
      return {
        subject: accountSubject(userId),
        title: words('proveTitle', { person: named(person) }),
        lines: [
          { text: words('state'), before: words('heldState'), after: words('active') },
          { text: words('address'), before: null, after: { en: email, id: email } },
          {
            text: words('factor'),
            before: null,
            after: words(person.hasTwoFactor ? 'on' : 'none'),
          },
          { text: words('password'), before: null, after: words('passwordChosen') },
          { text: words('checked'), before: null, after: words('checks') },
        ],
        warnings: [words('proveSure')],
        isSecondNeeded: true,
        before: { held: state },
        after: { held: null, checks },
      }
    },
    async apply({ user_id: userId, state }) {
      const isProven = await inTransaction(database, async (transaction) => {
        const came = await proveHeldUser(transaction, keys, userId, state)
        if (came !== 'proven') return came
        await endSessionsOf(transaction, userId, null)
        const [accountId, kind] = [userId, 'account.proven']
        const details = { by: 'operators' }
        await recordSecurityEvent(transaction, { accountId, kind, clientAddress: null, details })
        await sendPasswordLink(deps, transaction, userId, 'choose_password')
        return came
      })
      if (isProven === 'changed') throw new Refusal('user.held_otherwise')
      sessions.forget(userId)
    },
  }
}
