/** Write access to the database gets nothing paid (ATT-97, INV-13). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { until } from '../../../engine/testing/until.ts'
import { suspend } from '../../../testing/desk.ts'
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
import { withdrawals } from './console/console-store.ts'
import { unitsOf } from './units.ts'
import { proveClosings } from './votes.ts'

const cancelPath = '/wallets_idr/withdraw/cancel'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

type Desk = Awaited<ReturnType<typeof rupiahDesk>>
type Person = Awaited<ReturnType<Desk['person']>>

/** An approved withdrawal that waits because rupiah is halted; no pass is due. */
async function waiting(desk: Desk, person: Person): Promise<number> {
  const { body } = await withdraw(desk, person, 1_000_000)
  const withdrawalId = Number((body['data'] as { id: unknown }).id)
  await rowIn(desk, 'withdrawal', withdrawalId, 'approved')
  await until('the look at it to end', async () => {
    const ended = await desk.database.query(
      'select from wallets.withdrawal where id = $1 and taken_until is null',
      [withdrawalId],
    )
    return ended.rows.length === 1
  })
  return withdrawalId
}

async function stopRupiah(desk: Desk, isStopped: boolean): Promise<void> {
  await desk.database.query(
    isStopped
      ? `insert into books.currency_halt (currency_id, check_name) values (1, 'entries')`
      : 'update books.currency_halt set ended_at = now()',
  )
}

async function untilAlarm(desk: Desk, withdrawalId: number, alarm: string): Promise<void> {
  await until(`withdrawal ${withdrawalId} to say ${alarm}`, async () => {
    const { rows } = await desk.database.query(
      'select from wallets.withdrawal where id = $1 and alarm = $2',
      [withdrawalId, alarm],
    )
    return rows.length === 1
  })
}

async function payouts(desk: Desk): Promise<number> {
  return (await desk.database.query('select from simulated_bank.payout')).rows.length
}

test('ATT-97 INV-13 INV-05: a canceled withdrawal that is set back in the database is not paid and has an alarm', async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  const dewi = await desk.person('Dewi')
  const before = await balanceOf(desk, dewi.userId)
  await stopRupiah(desk, true)
  const withdrawalId = await waiting(desk, dewi)
  const canceled = await askAs(desk, dewi, cancelPath, { id: withdrawalId })
  assert.equal(canceled.status, 200, JSON.stringify(canceled.body))
  await rowIn(desk, 'withdrawal', withdrawalId, 'canceled')
  await desk.database.query(
    `update wallets.withdrawal set state = 'waiting', cause = null, canceled_by = null,
       next_look_at = now(), hints = hints + 1 where id = $1`,
    [withdrawalId],
  )
  await stopRupiah(desk, false)
  await hasten(desk, 'withdrawal')
  await untilAlarm(desk, withdrawalId, 'hold_gone')
  assert.equal(await payouts(desk), 0)
  assert.deepEqual(await balanceOf(desk, dewi.userId), before)
})

test('H-1 ATT-59: a suspension ended by hand still stops the payout, and a forged one stops none', async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  const { database, deps } = desk
  const [dewi, citra] = [await desk.person('Dewi'), await desk.person('Citra')]
  await stopRupiah(desk, true)
  const [kept, paid] = [await waiting(desk, dewi), await waiting(desk, citra)]
  await suspend(database, deps.keys, dewi.userId)
  await database.query('update accounts.suspension set ended_at = now(), ended_by = 7')
  await database.query('insert into accounts.suspension (user_id, change_id) values ($1, 8)', [
    citra.userId,
  ])
  await stopRupiah(desk, false)
  await hasten(desk, 'withdrawal')
  await rowIn(desk, 'withdrawal', paid, 'completed')
  const { cause } = await rowIn(desk, 'withdrawal', kept, 'waiting')
  assert.equal(cause, 'account_suspended')
  assert.equal(await payouts(desk), 1)
})

test("ATT-97 INV-05: a row that was given another one's hold gives nothing of it back", async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  const [dewi, citra] = [await desk.person('Dewi'), await desk.person('Citra')]
  await stopRupiah(desk, true)
  const [own, other] = [await waiting(desk, dewi), await waiting(desk, citra)]
  const held = await balanceOf(desk, citra.userId)
  await desk.database.query(
    `update wallets.withdrawal set hold_id = (select hold_id from wallets.withdrawal where id = $2)
     where id = $1`,
    [own, other],
  )
  await askAs(desk, dewi, cancelPath, { id: own })
  await untilAlarm(desk, own, 'release_refused')
  assert.deepEqual(await balanceOf(desk, citra.userId), held)
  // Although it was canceled, operators see it in their queue.
  const seen = await withdrawals.page(desk.database, 'unknown', 1)
  assert.ok(seen.rows.some(({ rowId, alarm }) => rowId === own && alarm === 'release_refused'))
})

test('ATT-88 ATT-97 INV-22: a row that is dated back, ended, removed or given to another account changes no limit of a day', async (t) => {
  const limits = { withdrawalDaily: unitsOf(2_000_000), reviewFrom: unitsOf(1_500_000) }
  const desk = await rupiahDesk(t, await rig.database(), limits)
  const other = await desk.person('Citra')
  await stopRupiah(desk, true)
  const changes = [
    `update wallets.withdrawal set created_at = created_at - interval '2 days' where id = $1`,
    `update wallets.withdrawal set user_id = ${other.userId} where id = $1`,
    `update wallets.withdrawal set state = 'canceled', canceled_by = 'user' where id = $1`,
    'update wallets.withdrawal set amount = 1, net = 1, fee = 0, provider_fee = 0 where id = $1',
    'delete from wallets.withdrawal where id = $1',
  ]
  const needed = async ({ body }: Awaited<ReturnType<typeof withdraw>>) => {
    const found = await desk.database.query<{ needed: number }>(
      'select approvals_needed as needed from wallets.withdrawal where id = $1',
      [(body['data'] as { id: unknown }).id],
    )
    return found.rows[0]?.needed
  }
  for (const [no, change] of changes.entries()) {
    const dewi = await desk.person(`Dewi${'abcde'[no]}`)
    await desk.database.query(change, [await waiting(desk, dewi)])
    const beyond = await withdraw(desk, dewi, 1_000_001)
    assert.equal(beyond.body['code'], 'withdrawal.daily', change)
    assert.equal(await needed(await withdraw(desk, dewi, 500_000)), 2, change)
  }
  // The owner's cancellation releases his own hold, and no other user is charged.
  const own = await waiting(desk, other)
  await askAs(desk, other, cancelPath, { id: own })
  await rowIn(desk, 'withdrawal', own, 'canceled')
  assert.equal(await needed(await withdraw(desk, other, 1_400_000)), 0)
})

/** A change of the payment or its receiver. */
const tamperings = [
  `account_number = '9999999999'`,
  `bank_code = 'BNI'`,
  `holder_name = 'Somebody Else'`,
  `amount = amount + 1000, net = net + 1000`,
  `fee = 0, net = net + fee`,
  `provider_fee = 0, net = net + provider_fee`,
  `bank_name = 'Another bank'`,
  `rail_id = 102`,
  `reference = 'withdrawal-of-a-thief'`,
  `description = 'For somebody else'`,
  'request_mac = null',
]

test('ATT-97 SRV-78: a row with any changed value is not paid', async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  const dewi = await desk.person('Dewi')
  await stopRupiah(desk, true)
  const rows = new Map<number, string>()
  for (const changed of tamperings) {
    const withdrawalId = await waiting(desk, dewi)
    rows.set(withdrawalId, changed)
    await desk.database.query(`update wallets.withdrawal set ${changed} where id = $1`, [
      withdrawalId,
    ])
  }
  await stopRupiah(desk, false)
  await hasten(desk, 'withdrawal')
  for (const withdrawalId of rows.keys()) await untilAlarm(desk, withdrawalId, 'request_forged')
  assert.equal(await payouts(desk), 0)
  for (const withdrawalId of rows.keys()) {
    await askAs(desk, dewi, cancelPath, { id: withdrawalId })
    await rowIn(desk, 'withdrawal', withdrawalId, 'canceled')
  }
  const honest = await withdraw(desk, dewi, 1_000_000)
  await rowIn(desk, 'withdrawal', Number((honest.body['data'] as { id: unknown }).id), 'completed')
  assert.equal(await payouts(desk), 1)
  await assertEqualBooks(desk)
})

test('H-2 INV-22 ATT-97: forged approvals and decisions pay and credit nothing', async (t) => {
  const desk = await rupiahDesk(t, await rig.database(), { reviewFrom: unitsOf(1_000_000) })
  const { database } = desk
  const dewi = await desk.person('Dewi')
  const [ratna, bayu] = [await desk.operator('Ratna'), await desk.operator('Bayu')]
  const { body } = await withdraw(desk, dewi, 2_000_000)
  const withdrawalId = Number((body['data'] as { id: unknown }).id)
  await rowIn(desk, 'withdrawal', withdrawalId, 'waiting')
  const insertBoth = (kind: string, decision: string, id: number) =>
    database.query(
      `with agreed as (
         insert into wallets.approval (kind, row_id, decision, operator_id, reason)
         select $1, $2, $3, operator, 'Put here.' from unnest($4::bigint[]) operator)
       update wallets.${kind} set hints = hints + 1, next_look_at = now() where id = $2`,
      [kind, id, decision, [ratna.userId, bayu.userId]],
    )
  await insertBoth('withdrawal', 'approve', withdrawalId)
  await hasten(desk, 'withdrawal')
  await untilAlarm(desk, withdrawalId, 'votes_unproven')
  assert.equal(await payouts(desk), 0)
  const dropped = await database.query<{ subject: string }>(
    `select subject from desk.audit_entry where action = 'votes.unproven'`,
  )
  assert.deepEqual(dropped.rows, [{ subject: `withdrawal:${withdrawalId}` }])

  // It is not sent either when its state is set to `sending`.
  await insertBoth('withdrawal', 'approve', withdrawalId)
  await database.query(
    `update wallets.withdrawal set state = 'unknown', cause = null, sent_count = 1, sent_at = now() - interval '1 hour',
       version = version + 1 where id = $1`,
    [withdrawalId],
  )
  await hasten(desk, 'withdrawal')
  await until('what it was approved by to be dropped', async () => {
    const left = await database.query(
      `select from wallets.withdrawal w where w.id = $1 and w.alarm = 'votes_unproven'
         and w.state = 'unknown'
         and not exists (select from wallets.approval a where a.row_id = w.id)`,
      [withdrawalId],
    )
    return left.rows.length === 1
  })
  assert.equal(await payouts(desk), 0)

  const { depositId } = await makeDeposit(desk, dewi)
  await rowIn(desk, 'deposit', depositId, 'pending')
  const before = await balanceOf(desk, dewi.userId)
  await database.query(
    `update wallets.deposit set state = 'quarantined', cause = 'invoice_differs', decision = 'credit',
       paid_amount = amount, suspense_units = amount, version = version + 1 where id = $1`,
    [depositId],
  )
  await insertBoth('deposit', 'credit', depositId)
  await hasten(desk, 'deposit')
  await until('its decision to be dropped', async () => {
    const left = await database.query(
      `select from wallets.deposit where id = $1 and decision is null and alarm = 'votes_unproven'`,
      [depositId],
    )
    return left.rows.length === 1
  })
  assert.deepEqual(await balanceOf(desk, dewi.userId), before)

  // Proven approvals of operators get it paid.
  await database.query(
    `update wallets.withdrawal set state = 'waiting', cause = 'review', sent_count = 0, sent_at = null,
       version = version + 1 where id = $1`,
    [withdrawalId],
  )
  for (const operator of [ratna, bayu]) {
    const path = `/desk/withdrawals/${withdrawalId}/decide`
    const answer = await askAs(desk, operator, path, { decision: 'approve', reason: 'Known.' })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  await rowIn(desk, 'withdrawal', withdrawalId, 'sent')
  assert.equal(await payouts(desk), 1)
})

/** Inserts approvals of two operators that no vote proves. */
async function agreeUnproven(
  { database }: Desk,
  about: { readonly kind: string; readonly decision: string; readonly rowId: number },
  operators: readonly Person[],
): Promise<void> {
  await database.query(
    `insert into wallets.approval (kind, row_id, decision, operator_id, reason)
     select $1, $2, $3, operator, 'Before votes.' from unnest($4::bigint[]) operator`,
    [about.kind, about.rowId, about.decision, operators.map(({ userId }) => userId)],
  )
}

/** Processes all rows of a kind until none is due soon. */
async function lookAtAll(desk: Desk, kind: 'deposit' | 'withdrawal'): Promise<void> {
  await hasten(desk, kind)
  await until('all looks to end', async () => {
    const left = await desk.database.query(
      `select from wallets.${kind} where taken_until is not null or next_look_at <= now()`,
    )
    return left.rows.length === 0
  })
}

test('H-2 SRV-70 INV-22: deposits closed by two operators before votes had proofs stay closed, others are shown again', async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  const { database } = desk
  const dewi = await desk.person('Dewi', 0)
  const operators = [await desk.operator('Ratna'), await desk.operator('Bayu')]
  const closed = async (): Promise<number> => {
    const { depositId, invoiceId } = await makeDeposit(desk, dewi)
    await database.query(
      `update wallets.deposit set state = 'expired', cause = 'rejected', next_look_at = null,
         version = version + 1 where id = $1`,
      [depositId],
    )
    await agreeUnproven(desk, { kind: 'deposit', decision: 'reject', rowId: depositId }, operators)
    await desk.control('/faults', { operation: 'callback', kind: 'drop' })
    await desk.control(`/invoices/${invoiceId}/pay`, {})
    return depositId
  }
  const before = await closed()
  await proveClosings(database, desk.deps.keys)
  const later = await closed()
  await lookAtAll(desk, 'deposit')
  await rowIn(desk, 'deposit', later, 'quarantined')
  const row = await rowIn(desk, 'deposit', before, 'expired')
  assert.deepEqual([row['cause'], row['alarm'], row['next_look_at']], ['rejected', null, null])
  const recorded = await database.query(
    `select subject from desk.audit_entry where action = 'votes.unproven'`,
  )
  assert.deepEqual(recorded.rows, [{ subject: `deposit:${later}` }])
})

test('H-2 INV-22: a finished row shows no alarm about unproven approvals, and drops an earlier one', async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  const dewi = await desk.person('Dewi')
  const operators = [await desk.operator('Ratna'), await desk.operator('Bayu')]
  const { body } = await withdraw(desk, dewi, 1_000_000)
  const rowId = Number((body['data'] as { id: unknown }).id)
  await rowIn(desk, 'withdrawal', rowId, 'completed')
  await agreeUnproven(desk, { kind: 'withdrawal', decision: 'take_failed', rowId }, operators)
  await lookAtAll(desk, 'withdrawal')
  const alarmIs = async () => {
    const { rows } = await desk.database.query(
      `select alarm from wallets.withdrawal where id = $1
         and not exists (select from wallets.approval where row_id = $1)`,
      [rowId],
    )
    return rows
  }
  assert.deepEqual(await alarmIs(), [{ alarm: null }])
  await desk.database.query(
    `update wallets.withdrawal set alarm = 'votes_unproven' where state = 'completed'`,
  )
  await desk.control('/faults', { operation: 'find_payout', kind: 'disconnect_before' })
  await lookAtAll(desk, 'withdrawal')
  assert.deepEqual(await alarmIs(), [{ alarm: null }])
})

test('ATT-97 INV-13 INV-05: a payout whose row is set back and canceled is paid once and not given back', async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  const dewi = await desk.person('Dewi')
  const before = await balanceOf(desk, dewi.userId)
  // The bank answers late, and then pays.
  await desk.control('/faults', { operation: 'payout', kind: 'stall', value: 3_600_000 })
  const ids: number[] = []
  for (let no = 0; no < 2; no += 1) {
    const { body } = await withdraw(desk, dewi, 1_000_000)
    const withdrawalId = Number((body['data'] as { id: unknown }).id)
    await rowIn(desk, 'withdrawal', withdrawalId, 'sent')
    ids.push(withdrawalId)
  }
  const [canceled = 0, failed = 0] = ids
  const held = await balanceOf(desk, dewi.userId)
  const setBack = `version = version + 1, attempts = 0, sent_at = null, reserved = 0, next_look_at = now(),
    taken_until = null, hints = hints + 1`
  await desk.database.query(
    `update wallets.withdrawal set state = 'waiting', cause = 'review', sent_count = 0,
       canceled_by = 'user', ${setBack} where id = $1`,
    [canceled],
  )
  // The same with another reference, which the gateway does not know.
  await desk.database.query(
    `update wallets.withdrawal set state = 'unknown', cause = 'account_closed', sent_count = 1,
       reference = 'withdrawal-of-nobody', ${setBack} where id = $1`,
    [failed],
  )
  await untilAlarm(desk, failed, 'release_refused')
  await rowIn(desk, 'withdrawal', canceled, 'sent')
  assert.deepEqual(await balanceOf(desk, dewi.userId), held)
  const { rows } = await desk.database.query<{ id: string }>('select id from simulated_bank.payout')
  assert.equal(rows.length, 2)
  for (const { id } of rows) await desk.control(`/payouts/${id}/decide`, { state: 'SUCCEEDED' })
  await rowIn(desk, 'withdrawal', canceled, 'completed')
  assert.equal((await balanceOf(desk, dewi.userId)).available, before.available - 2 * 100_000_000)
})
