/** For tests of tampering: lives for a while, tampers with all of it, and holds what came of it against what was asked. */
import assert from 'node:assert/strict'
import type { Database } from '../../../platform/database/pool.ts'
import type { Desk } from '../../../testing/desk.ts'
import { tamper, type Tampering } from '../../../testing/tampering.ts'
import { readSealed, untold } from './sealed-rows.ts'
import type { Side } from './side.ts'

/** The audit leaves out what was worked on just now. */
async function atRest(database: Database): Promise<void> {
  for (const kind of ['deposit', 'withdrawal', 'chain_deposit', 'chain_withdrawal']) {
    await database.query(
      `update wallets.${kind} set updated_at = now() - interval '1 minute', taken_until = null`,
    )
  }
}

/**
 * Nothing moves that nobody asked for, and the audit names each row that bears on money and is not as it was.
 *
 * @returns how much of what was asked for came to its end all the same
 */
export async function tamperWith(
  { database, keys }: Pick<Desk, 'database' | 'keys'>,
  sides: readonly Side[],
  { chance, count }: { readonly chance: () => number; readonly count: number },
): Promise<number> {
  const currencyIds = sides.flatMap(({ currencyId }) => currencyId ?? [])
  await database.query(
    `insert into books.currency_halt (currency_id, check_name) select unnest($1::int[]), 'entries'`,
    [currencyIds],
  )
  for (const side of sides) await side.live()
  const before = await readSealed(database)
  const moves = sides.flatMap((side) => side.moves)
  const done: Tampering[] = []
  while (done.length < count) done.push(await tamper(database, moves, chance))
  await database.query('update books.currency_halt set ended_at = now()')
  for (const side of sides) await side.settle()
  const faults = await Promise.all(sides.map((side) => side.faults()))
  await atRest(database)
  faults.push(await untold(database, keys, before))
  const story = done.map(({ sql, wasRefused }) => (wasRefused ? `-- refused: ${sql}` : sql))
  assert.deepEqual(faults.flat(), [], `after\n${story.join('\n')}`)
  const completed = await Promise.all(sides.map((side) => side.completed()))
  return completed.reduce((sum, one) => sum + one, 0)
}
