/** A withdrawal of rupiah in the statement, compared with the list of withdrawals. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formatUnits } from '@tukar/money'
import type { StatementSums } from '@tukar/wire'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { tablesFollow } from '../../engine/testing/tables.ts'
import { dayMs, wibDate } from '../../platform/time/day.ts'
import type { Person } from '../../testing/desk.ts'
import { createListing } from '../markets/index.ts'
import {
  askAs,
  rowIn,
  type RupiahDesk,
  rupiahDesk,
  withdraw,
} from '../wallets/rupiah/testing/rupiah-desk.ts'
import { statementPeriod } from './period.ts'
import { openStatement, type Statement } from './statement.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

/** The current statement of rupiah. */
async function statementOf(desk: RupiahDesk, { userId }: Person): Promise<Statement> {
  await tablesFollow(desk.engine, userId)
  const nowMs = Date.now()
  const period = statementPeriod({ from: wibDate(nowMs - dayMs), to: wibDate(nowMs) }, nowMs)
  const listing = await createListing(desk.engine, desk.database, desk.deps.keys)
  const asked = { accountId: userId, period, currencyId: 1, kind: null }
  return openStatement({ ...desk, listing }, asked)
}

const sumOf = (sums: StatementSums | undefined, kind: string) =>
  sums?.byKind.find((one) => one.kind === kind)?.amount ?? 0

async function listed(desk: RupiahDesk, person: Person) {
  const { body } = await askAs(desk, person, '/wallets_idr/withdraws')
  const { datas } = body['data'] as { datas: readonly Readonly<Record<string, string>>[] }
  return datas[0] ?? {}
}

test('INV-03 IDRW-04: a withdrawal and its fees are equal in statement and list, and zero after a reversal', async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  const dewi = await desk.person('Dewi')
  const { body } = await withdraw(desk, dewi, 1_000_000)
  const id = (body['data'] as { id: number }).id
  const { payout_id: payoutId } = await rowIn(desk, 'withdrawal', id, 'completed')
  const shown = await listed(desk, dewi)
  const statement = await statementOf(desk, dewi)
  const [sums] = statement.currencies
  assert.equal(formatUnits(-sumOf(sums, 'withdrawal'), 2), shown['wdidr_net'])
  assert.equal(formatUnits(-sumOf(sums, 'fee'), 2), shown['wdidr_fee'])
  assert.equal(shown['wdidr_fee'], '5500.00')
  const lines = (await statement.page(1, 10)).filter(({ cause }) => cause?.of === 'withdrawal')
  assert.deepEqual(
    lines.map(({ kind, reason, amount, balance }) => [kind, reason, amount, balance]),
    [
      ['fee', 'withdrawal_fee', -50_000, 4_900_000_000],
      ['fee', 'withdrawal_bank_fee', -500_000, 4_900_050_000],
      ['withdrawal', 'withdrawal', -99_450_000, 4_900_550_000],
    ],
  )
  assert.equal(new Set(lines.map(({ key }) => key)).size, lines.length)
  assert.equal(sums?.closing, 4_900_000_000)

  await desk.control(`/payouts/${String(payoutId)}/decide`, { state: 'REVERSED' })
  await rowIn(desk, 'withdrawal', id, 'reversed')
  const [after] = (await statementOf(desk, dewi)).currencies
  assert.deepEqual([sumOf(after, 'withdrawal'), sumOf(after, 'fee')], [0, 0])
  assert.deepEqual([after?.moved.outgoing, after?.closing], [100_000_000, 5_000_000_000])
})
