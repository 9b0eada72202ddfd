/** Giving and taking roles, and showing personal data: what the console does on its own. */
import type { DeskRole } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Contact, findByEmail, findContacts, listDemoPeople } from '../accounts/index.ts'
import { record } from './audit.ts'
import type { Operator } from './desk.ts'
import { giveRole, noteShown, rolesOf, takeRole } from './operators-store.ts'

/** People whose data one operator is shown within an hour (ATT-104). */
const shownInHourMax = 30

/** Two, so that what takes two persons can be tried (INV-22). */
const demoRoles: Readonly<Record<string, readonly DeskRole[]>> = {
  Ratna: ['finance', 'risk', 'admin'],
  Bayu: ['finance', 'risk'],
}

/** Gives the demo operators of a simulation their roles. */
export async function prepareDemoOperators(database: Database): Promise<void> {
  for (const { userId, name, role } of await listDemoPeople(database)) {
    if (role !== 'operator') continue
    for (const own of demoRoles[name] ?? []) await giveRole(database, userId, own, null)
  }
}

export type RoleChange = {
  readonly email: string
  readonly role: DeskRole
  readonly isGiven: boolean
  readonly reason: string
}

/**
 * Gives or takes a role. Refuses `desk.own_roles` for the own ones, so that nobody gives himself power,
 * and `desk.person_unknown` for an address that nobody has.
 */
export async function changeRole(
  database: Database,
  { operatorId }: Operator,
  { email, role, isGiven, reason }: RoleChange,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const person = await findByEmail(transaction, email)
    if (person === null) throw new Refusal('desk.person_unknown')
    const { userId } = person
    if (userId === operatorId) throw new Refusal('desk.own_roles')
    const before = { roles: await rolesOf(transaction, userId) }
    const isChanged = isGiven
      ? await giveRole(transaction, userId, role, operatorId)
      : await takeRole(transaction, userId, role)
    if (!isChanged) return
    const after = { roles: await rolesOf(transaction, userId) }
    const action = isGiven ? 'role.give' : 'role.take'
    await record(transaction, {
      operatorId,
      action,
      subject: `user:${userId}`,
      reason,
      before,
      after,
    })
  })
}

/** Shows a person's name and address; that, who asked and why are recorded. */
export async function showPerson(
  database: Database,
  { operatorId }: Operator,
  userId: number,
  reason: string,
): Promise<Contact> {
  return inTransaction(database, async (transaction) => {
    const contact = (await findContacts(transaction, [userId])).get(userId)
    if (contact === undefined) throw new Refusal('desk.person_unknown')
    const mayShow = await noteShown(transaction, operatorId, userId, shownInHourMax)
    if (!mayShow) throw new Refusal('desk.too_many_shown', { max: shownInHourMax })
    const subject = `user:${userId}`
    await record(transaction, { operatorId, action: 'person.show', subject, reason })
    return contact
  })
}
