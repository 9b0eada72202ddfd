/** Demo people in the database. */
import type { Database } from '../../../platform/database/pool.ts'
import type { Role } from '../profile/profile-store.ts'
import { roleTrials } from '../role-trials.ts'

export type DemoPerson = {
  readonly userId: number
  readonly name: string
  readonly role: Role
}

/** Whether a user is a demo person, whose account many people share. */
export async function isDemoPerson(database: Database, userId: number): Promise<boolean> {
  const found = await database.query(
    'select 1 from accounts.users where id = $1 and demo_name is not null',
    [userId],
  )
  return found.rows.length > 0
}

/** Whether there is any account, including demo people. */
export async function hasPeople(database: Database): Promise<boolean> {
  return (await database.query('select 1 from accounts.users limit 1')).rows.length > 0
}

/** The demo people, users first, without those who have a single role of the console. */
export async function listDemoPeople(database: Database): Promise<readonly DemoPerson[]> {
  const trials: readonly string[] = roleTrials.map(({ demoName }) => demoName)
  return (await listEverybodyToTry(database)).filter(({ name }) => !trials.includes(name))
}

/** All demo people, users first. */
export async function listEverybodyToTry(database: Database): Promise<readonly DemoPerson[]> {
  const found = await database.query<DemoPerson>(
    `select id as "userId", demo_name as name, role from accounts.users
     where demo_name is not null order by (role = 'operator'), id`,
  )
  return found.rows
}
