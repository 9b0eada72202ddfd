/** Demo people in the database. */
import type { Database } from '../../platform/database/pool.ts'
import type { Role } from './profile-store.ts'

export type DemoPerson = {
  readonly userId: number
  readonly name: string
  readonly role: Role
}

/** The demo people, traders first. */
export async function listDemoPeople(database: Database): Promise<readonly DemoPerson[]> {
  const found = await database.query<DemoPerson>(
    `select id as "userId", demo_name as name, role from accounts.users
     where demo_name is not null order by (role = 'operator'), id`,
  )
  return found.rows
}
