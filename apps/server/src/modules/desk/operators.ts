/** The demo operators of a simulation, and the display of a user's name and address. */
import type { DeskRole } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { type Contact, findContacts, listEverybodyToTry, roleTrials } from '../accounts/index.ts'
import { record } from './audit.ts'
import { readHead } from './audit-chain.ts'
import type { Operator } from './operator.ts'
import { grantRole } from './role-proofs.ts'
import type { Desk } from './desk.ts'

/** Two admins, to try changes that need two operators (INV-22), and one operator of each single role. */
const demoRoles: Readonly<Record<string, readonly DeskRole[]>> = {
  Ratna: ['support', 'kyc', 'finance', 'risk', 'admin'],
  Bayu: ['kyc', 'finance', 'risk', 'admin'],
  ...Object.fromEntries(roleTrials.map(({ demoName, deskRole }) => [demoName, [deskRole]])),
}

/** Gives the demo operators their roles. */
export async function prepareDemoOperators(database: Database, keys: Keys): Promise<void> {
  const at = await readHead(database)
  for (const { userId, name, role: kind } of await listEverybodyToTry(database)) {
    if (kind !== 'operator') continue
    for (const role of demoRoles[name] ?? []) {
      await grantRole(database, keys, { userId, role, givenBy: null }, at)
    }
  }
}

/** Shows a user's name and address; operator and reason are recorded. */
export async function showPerson(
  desk: Pick<Desk, 'showing'>,
  operator: Operator,
  userId: number,
  reason: string,
): Promise<Contact> {
  return desk.showing(operator, userId, async (transaction) => {
    const contact = (await findContacts(transaction, [userId])).get(userId)
    if (contact === undefined) throw new Refusal('desk.person_unknown')
    const { operatorId } = operator
    const subject = `user:${userId}`
    await record(transaction, { operatorId, action: 'person.show', subject, reason })
    return contact
  })
}
