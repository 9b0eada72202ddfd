/** Choosing a new password by the link of a mail (SRV-21). */
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
 * Sets a new password by a live token of this address, once; ends all sessions and sign-ins under way,
 * and tells the owner. Whoever reads the mail owns the address, so it is confirmed too. Refuses the
 * faults of a new password (the token stays), `reset.failed`, `login.busy`, `account.held`.
 */
export async function changePassword(deps: AccountsDeps, change: PasswordChange): Promise<void> {
  const { password, passwordConfirm, client } = change
  checkNewPassword(password, passwordConfirm)
  // Looked at before the hash, which nobody without a link can have us reckon.
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

/** The link if it may be used for this address; the same refusal for all that is wrong. */
function requireLive(link: Link | null, email: string): Link {
  if (link === null || !link.isLive || link.emailKey !== emailKeyOf(email)) {
    throw new Refusal('reset.failed')
  }
  return link
}
