/** What somebody who can write into the database gets paid: nothing (ATT-97, INV-13). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { until } from '../../../engine/testing/until.ts'
import {
  askAs,
  assertEqualBooks,
  balanceOf,
  hasten,
  rowIn,
  rupiahDesk,
  withdraw,
} from './testing/rupiah-desk.ts'

const cancelPath = '/wallets_idr/withdraw/cancel'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

type Desk = Awaited<ReturnType<typeof rupiahDesk>>
type Person = Awaited<ReturnType<Desk['person']>>

/** A withdrawal that waits although it is approved: rupiah is stopped. */
async function waiting(desk: Desk, person: Person): Promise<number> {
  const { body } = await withdraw(desk, person, 1_000_000)
  const withdrawalId = Number((body['data'] as { id: unknown }).id)
  await rowIn(desk, 'withdrawal', withdrawalId, 'approved')
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

test('ATT-97 INV-13 INV-05: a canceled withdrawal that is set back in the database is not paid, and its row says why', async (t) => {
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
})

/** One change of what is paid, or to whom. */
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

test('ATT-97 SRV-78: a row that is not what its owner asked for is not paid, whatever of it was changed', async (t) => {
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
