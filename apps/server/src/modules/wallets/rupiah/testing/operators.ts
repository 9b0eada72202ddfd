/** For tests: operators of the console, as in a simulation. */
import type { Database } from '../../../../platform/database/pool.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import { proveUser } from '../../../accounts/user-proofs.ts'
import { giveRole } from '../../../../testing/desk.ts'

/** Makes a user a finance operator who needs no second factor. */
export async function prepareOperator(
  database: Database,
  userId: number,
  name: string,
): Promise<void> {
  await giveRole(database, userId, 'finance')
  await database.query('update accounts.users set demo_name = $2 where id = $1', [userId, name])
  await proveUser(database, testKeys, userId)
}
