/** Choosing a new password with the link of an e-mail (SRV-21). */
import { emailKeyOf } from '@tukar/wire'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Client } from '../sign-in/clients.ts'
import { endLinks, findLink, type Link } from '../registration/email-links.ts'
import { confirmAddress } from '../registration/email-verification.ts'
import { bookFunds } from '../deletion/funds.ts'
import { updatePassword } from './password-store.ts'
import { checkNewPassword } from './password-rules.ts'
import type { AccountsDeps } from '../deps.ts'
import { hashPassword } from './passwords.ts'
import { notifyOwner } from '../security-notices.ts'
import { deleteSessionsOf } from '../sessions/sessions-store.ts'
import { burnChallengesOf } from '../sign-in/sign-in-challenges.ts'
import { changeUser } from '../user-proofs.ts'

export type PasswordChange = {
  readonly email: string
  readonly token: string
  readonly password: string
  readonly passwordConfirm: string
  readonly client: Client
}

/**
 * Sets a new password with a valid token of this address, once. Ends all sessions and pending sign-ins, and
 * notifies the owner. The address is confirmed too, because its owner read the e-mail. Refuses the faults of
 * a new password (the token stays valid), `reset.failed`, `login.busy` and `account.held`.
 */
export async function changePassword(deps: AccountsDeps, change: PasswordChange): Promise<void> {
  const { password, passwordConfirm, client } = change
  checkNewPassword(password, passwordConfirm)
  // The token is checked before the password is hashed, so that only a holder of a link can cause that work.
  requireLive(await findLink(deps.database, deps.keys, change.token, 'reset'), change.email)
  const passwordHash = await hashPassword(deps.keys, password, client.address)
  const userId = await inTransaction(deps.database, async (transaction) => {
    const link = requireLive(
      await findLink(transaction, deps.keys, change.token, 'reset'),
      change.email,
    )
    const accountId = link.userId
    await endLinks(transaction, accountId, 'reset')
    await changeUser(deps, transaction, accountId, async () => {
      await updatePassword(transaction, accountId, passwordHash)
      await confirmAddress(deps, transaction, accountId, client)
    })
    await deleteSessionsOf(transaction, accountId, null)
    await burnChallengesOf(transaction, accountId)
    const notice = { accountId, kind: 'password_changed', params: {} } as const
    await notifyOwner(deps, transaction, { notice, event: 'password.changed', client })
    return accountId
  })
  deps.sessions.forget(userId)
  await bookFunds(deps, userId)
}

/** The link if it may be used for this address; any fault gets the same refusal. */
function requireLive(link: Link | null, email: string): Link {
  if (link === null || !link.isLive || link.emailKey !== emailKeyOf(email)) {
    throw new Refusal('reset.failed')
  }
  return link
}
