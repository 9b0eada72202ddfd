/**
 * For tests of tampering: makes transfers, tampers with all rows, and compares the results with the requests.
 */
import assert from 'node:assert/strict'
import type { Database } from '../../../platform/database/pool.ts'
import { addProof } from '../../../platform/secrets/row-proofs.ts'
import type { Desk } from '../../../testing/desk.ts'
import { tamper, type Tampering } from '../../../testing/tampering.ts'
import { checkUsers } from '../../accounts/user-proofs.ts'
import { readSealed, findUnreported } from './sealed-rows.ts'
import type { Side } from './side.ts'

/** The audit leaves out rows that changed just now. */
async function atRest(database: Database): Promise<void> {
  for (const kind of ['deposit', 'withdrawal', 'chain_deposit', 'chain_withdrawal']) {
    await database.query(
      `update wallets.${kind} set updated_at = now() - interval '1 minute', taken_until = null`,
    )
  }
}

type TamperDeps = Pick<Desk, 'database' | 'keys'>

/** Halts or resumes currencies with proofs, as the reconciliation does. */
async function proveHalts(
  { database, keys }: TamperDeps,
  currencyIds: readonly number[],
  says: 'entries' | 'going',
): Promise<void> {
  for (const id of currencyIds) {
    await addProof(database, keys, { kind: 'halt', subject: String(id) }, says)
  }
}

/** The sign-in data of each user, as one text. */
async function usersIn({ database }: TamperDeps): Promise<ReadonlyMap<number, string>> {
  const found = await database.query<{ id: number; text: string }>(
    `select id, jsonb_build_array(email, email_key, password_hash, demo_name, role,
       email_verified_at is null, deleted_at is null)::text as text from accounts.users`,
  )
  return new Map(found.rows.map(({ id, text }) => [id, text]))
}

/** M-4: users whose rows changed without being detected. */
async function unseenUsers(
  deps: TamperDeps,
  before: ReadonlyMap<number, string>,
): Promise<readonly string[]> {
  const { unproven } = await checkUsers(deps.database, deps.keys)
  const changed = [...(await usersIn(deps))].filter(([id, text]) => before.get(id) !== text)
  const unseen = changed.filter(([id]) => !unproven.includes(id))
  return unseen.map(([id]) => `user ${id} was changed unseen`)
}

/**
 * Asserts that no unrequested transfer happens, and that the audit names each changed row that affects money.
 *
 * @returns the number of completed transfers
 */
export async function tamperWith(
  deps: TamperDeps,
  sides: readonly Side[],
  { chance, count }: { readonly chance: () => number; readonly count: number },
): Promise<number> {
  const { database, keys } = deps
  const currencyIds = sides.flatMap(({ currencyId }) => currencyId ?? [])
  await proveHalts(deps, currencyIds, 'entries')
  await database.query(
    `insert into books.currency_halt (currency_id, check_name) select unnest($1::int[]), 'entries'`,
    [currencyIds],
  )
  for (const side of sides) await side.live()
  const before = await readSealed(database)
  const users = await usersIn(deps)
  const moves = sides.flatMap((side) => side.moves)
  const done: Tampering[] = []
  while (done.length < count) done.push(await tamper(database, moves, chance))
  const unseen = await unseenUsers(deps, users)
  await proveHalts(deps, currencyIds, 'going')
  await database.query('update books.currency_halt set ended_at = now()')
  for (const side of sides) await side.settle()
  const faults = await Promise.all(sides.map((side) => side.faults()))
  await atRest(database)
  faults.push(unseen, await findUnreported(database, keys, before))
  const story = done.map(({ sql, wasRefused }) => (wasRefused ? `-- refused: ${sql}` : sql))
  assert.deepEqual(faults.flat(), [], `after\n${story.join('\n')}`)
  const completed = await Promise.all(sides.map((side) => side.completed()))
  return completed.reduce((sum, one) => sum + one, 0)
}
