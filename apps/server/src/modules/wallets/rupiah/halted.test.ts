/** Reasons that hold a funded payout: halted currency, maintenance, unproven approvals. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { until } from '../../../engine/testing/until.ts'
import type { TestAnswer } from '../../../testing/desk.ts'
import {
  askAs,
  assertEqualBooks,
  balanceOf,
  hasten,
  makeDeposit,
  rowIn,
  rupiahDesk,
  withdraw,
} from './testing/rupiah-desk.ts'
import { unitsOf } from './units.ts'
import { readWithdrawal } from './withdrawals/withdrawal-store.ts'

let rig: Rig

type Person = Parameters<typeof askAs>[1]

const idOf = ({ body }: TestAnswer): number => Number((body['data'] as { id: unknown }).id)

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

test('INV-14: while rupiah is halted nothing is credited or paid; both follow once it resumes', async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  const [dewi, sari] = [await desk.person('Dewi'), await desk.person('Sari', 0)]
  await desk.database.query(
    `insert into books.currency_halt (currency_id, check_name) values (1, 'entries')`,
  )
  const { body } = await withdraw(desk, dewi, 1_000_000)
  const withdrawalId = Number((body['data'] as { id: unknown }).id)
  const { depositId, invoiceId } = await makeDeposit(desk, sari)
  await desk.control(`/invoices/${invoiceId}/pay`, {})
  await rowIn(desk, 'deposit', depositId, 'paid')
  // After another pass, both keep their status.
  for (const [kind, id] of [
    ['deposit', depositId],
    ['withdrawal', withdrawalId],
  ] as const) {
    await hasten(desk, kind)
    await until(`the ${kind} was looked at`, async () => {
      const { rows } = await desk.database.query(
        `select from wallets.${kind} where id = $1 and next_look_at > now()`,
        [id],
      )
      return rows.length === 1
    })
  }
  assert.deepEqual(await balanceOf(desk, sari.userId), { available: 0, held: 0 })
  const payouts = await desk.database.query('select from simulated_bank.payout')
  assert.equal(payouts.rows.length, 0)
  await desk.database.query('update books.currency_halt set ended_at = now()')
  await hasten(desk, 'deposit')
  await hasten(desk, 'withdrawal')
  await rowIn(desk, 'deposit', depositId, 'credited')
  await rowIn(desk, 'withdrawal', withdrawalId, 'completed')
  assert.deepEqual(await balanceOf(desk, sari.userId), { available: 15_000_000, held: 0 })
  await assertEqualBooks(desk)
})

test('INV-14: withdrawals reserved or sent before rupiah was halted wait too', async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  const [dewi, sari] = [await desk.person('Dewi'), await desk.person('Sari')]
  const { database } = desk
  const ask = async (person: typeof dewi) => {
    const { body } = await withdraw(desk, person, 1_000_000)
    return Number((body['data'] as { id: unknown }).id)
  }
  await desk.control('/faults', { operation: 'create_payout', kind: 'disconnect_before', times: 1 })
  const unanswered = await ask(dewi)
  await rowIn(desk, 'withdrawal', unanswered, 'unknown')
  await database.query(
    `insert into books.currency_halt (currency_id, check_name) values (1, 'entries')`,
  )
  const reserved = await ask(sari)
  await rowIn(desk, 'withdrawal', reserved, 'approved')
  // As after a crash between reserving and moving, and some time after sending.
  await database.query(
    `update wallets.withdrawal set sent_at = sent_at - interval '11 seconds',
       reserved = net + provider_fee, next_look_at = now(), hints = hints + 1, attempts = 0`,
  )
  await until('both were looked at', async () => {
    const { rows } = await database.query(
      'select from wallets.withdrawal where attempts > 0 and taken_until is null',
    )
    return rows.length === 2
  })
  const states = await database.query('select state from wallets.withdrawal order by id')
  assert.deepEqual(states.rows, [{ state: 'unknown' }, { state: 'approved' }])
  const payouts = await database.query('select from simulated_bank.payout')
  assert.equal(payouts.rows.length, 0)
  // Only this test reserved it, and no top-up exists.
  await database.query(`update wallets.withdrawal set reserved = 0 where state = 'approved'`)
  await database.query('update books.currency_halt set ended_at = now()')
  await hasten(desk, 'withdrawal')
  await rowIn(desk, 'withdrawal', unanswered, 'completed')
  await rowIn(desk, 'withdrawal', reserved, 'completed')
  await assertEqualBooks(desk)
})

test('SRV-09: during maintenance nothing is paid, whatever operators approve, and then it continues', async (t) => {
  const desk = await rupiahDesk(t, await rig.database(), { reviewFrom: unitsOf(10_000_000) })
  const { database, open } = desk
  const dewi = await desk.person('Dewi')
  const operators = [await desk.operator('Ratna'), await desk.operator('Bayu')]
  const id = idOf(await withdraw(desk, dewi, 10_000_000))
  await rowIn(desk, 'withdrawal', id, 'waiting')
  open.isClosed = true
  for (const operator of operators) {
    const path = `/desk/withdrawals/${id}/decide`
    await askAs(desk, operator, path, { decision: 'approve', reason: 'Known.' })
  }
  // Other rows are processed meanwhile.
  const { depositId, invoiceId } = await makeDeposit(desk, dewi)
  await desk.control(`/invoices/${invoiceId}/pay`, {})
  await rowIn(desk, 'deposit', depositId, 'credited')
  const { state, approvals } = await readWithdrawal(database, id)
  assert.deepEqual([state, approvals], ['waiting', 2])
  open.isClosed = false
  await rowIn(desk, 'withdrawal', id, 'completed')
  await assertEqualBooks(desk)
})

test('INV-22: an approval of an operator who lost the role does not count with a second one', async (t) => {
  const desk = await rupiahDesk(t, await rig.database(), { reviewFrom: unitsOf(10_000_000) })
  const { database } = desk
  const dewi = await desk.person('Dewi')
  const [ratna, bayu, tono] = [
    await desk.operator('Ratna'),
    await desk.operator('Bayu'),
    await desk.operator('Tono'),
  ]
  const id = idOf(await withdraw(desk, dewi, 10_000_000))
  await rowIn(desk, 'withdrawal', id, 'waiting')
  const approve = (operator: Person) =>
    askAs(desk, operator, `/desk/withdrawals/${id}/decide`, {
      decision: 'approve',
      reason: 'Known.',
    })
  assert.equal((await approve(ratna)).status, 200)
  await database.query('delete from desk.operator_role where user_id = $1', [ratna.userId])
  assert.equal((await approve(bayu)).status, 200)
  const { state, approvals } = await readWithdrawal(database, id)
  assert.deepEqual([state, approvals], ['waiting', 1], 'one who may decide has agreed')
  assert.equal((await approve(tono)).status, 200)
  await rowIn(desk, 'withdrawal', id, 'completed')
  await assertEqualBooks(desk)
})
