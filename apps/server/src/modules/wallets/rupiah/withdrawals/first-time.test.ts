/** First-time pauses: a withdrawal from a new device, or to a bank account that was never paid. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import type { TestAnswer } from '../../../../testing/desk.ts'
import {
  askAs,
  hasten,
  mailsOf,
  rowIn,
  type RupiahDesk,
  rupiahDesk,
  withdraw,
} from '../testing/rupiah-desk.ts'

const hour = 3_600

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

type Row = Readonly<Record<string, unknown>>
type Person = Parameters<typeof askAs>[1]

const idOf = ({ body }: TestAnswer): number => Number((body['data'] as Row)['id'])

async function newest(desk: RupiahDesk, person: Person): Promise<Row> {
  const { body } = await askAs(desk, person, '/wallets_idr/withdraws')
  return (body['data'] as { datas: readonly Row[] }).datas[0] ?? {}
}

async function payouts({ database }: RupiahDesk): Promise<number> {
  return (await database.query('select from simulated_bank.payout')).rows.length
}

test('M-1: the first withdrawal to a bank account waits with its cause; after one completed the next does not wait', async (t) => {
  const firstTimeHolds = { newDeviceSeconds: 0, newReceiverSeconds: hour }
  const desk = await rupiahDesk(t, await rig.database(), { firstTimeHolds })
  const dewi = await desk.person('Dewi')
  const withdrawalId = idOf(await withdraw(desk, dewi, 1_000_000))
  const row = await rowIn(desk, 'withdrawal', withdrawalId, 'waiting')
  assert.equal(row['cause'], 'new_receiver')
  const next = (await newest(desk, dewi))['next'] as Row
  assert.equal(next['what'], 'hold_ends')
  assert.ok(Date.parse(String(next['at'])) > Date.now() + (hour - 600) * 1000)
  const [mail] = await mailsOf(desk, dewi, 'withdrawal_held')
  assert.match(String(mail?.['why']), /^No withdrawal of yours has arrived at this bank account/)
  await askAs(desk, dewi, '/wallets_idr/withdraw/cancel', { id: withdrawalId })
  await rowIn(desk, 'withdrawal', withdrawalId, 'canceled')

  firstTimeHolds.newReceiverSeconds = 0
  const first = idOf(await withdraw(desk, dewi, 1_000_000))
  await rowIn(desk, 'withdrawal', first, 'completed')
  firstTimeHolds.newReceiverSeconds = hour
  await rowIn(desk, 'withdrawal', idOf(await withdraw(desk, dewi, 1_000_000)), 'completed')
  // Rows without a proof of their requests are no evidence of earlier payments.
  await desk.database.query('update wallets.withdrawal set request_mac = null')
  const last = await rowIn(
    desk,
    'withdrawal',
    idOf(await withdraw(desk, dewi, 1_000_000)),
    'waiting',
  )
  assert.equal(last['cause'], 'new_receiver')
})

test('M-1: a withdrawal from a new device waits, and one from the device of the registration does not', async (t) => {
  const firstTimeHolds = { newDeviceSeconds: hour, newReceiverSeconds: 0 }
  const desk = await rupiahDesk(t, await rig.database(), { firstTimeHolds })
  const dewi = await desk.person('Dewi')
  const where = { address: '192.0.2.9', device: 'Firefox on Linux' }
  const openedSince = async (secondsAgo: number) => {
    const deviceSinceMs = Date.now() - secondsAgo * 1000
    return { ...dewi, token: await desk.sessions.open(dewi.userId, { ...where, deviceSinceMs }) }
  }
  const fresh = await openedSince(60)
  const { body } = await askAs(desk, fresh, '/wallets_idr/rules')
  const { hold } = (body['data'] as { withdraw: { hold: Row } }).withdraw
  assert.equal(hold['cause'], 'new_device')
  const withdrawalId = idOf(await withdraw(desk, fresh, 1_000_000))
  const row = await rowIn(desk, 'withdrawal', withdrawalId, 'waiting')
  assert.equal(row['cause'], 'new_device')
  const [mail] = await mailsOf(desk, dewi, 'withdrawal_held')
  assert.match(String(mail?.['why']), /^It was asked for from a device/)
  for (const person of [dewi, await openedSince(hour + 60)]) {
    await rowIn(desk, 'withdrawal', idOf(await withdraw(desk, person, 1_000_000)), 'completed')
  }
})

/** Changes that write access to the database allows on a waiting row. */
const tamperings = [
  'frozen_until = null, frozen_cause = null',
  `frozen_until = now() - interval '1 minute'`,
]

test('M-1: a row with a shortened pause or a forged sending is not paid', async (t) => {
  const firstTimeHolds = { newDeviceSeconds: 0, newReceiverSeconds: hour }
  const desk = await rupiahDesk(t, await rig.database(), { firstTimeHolds })
  const dewi = await desk.person('Dewi')
  const rows: number[] = []
  for (const changed of tamperings) {
    const withdrawalId = idOf(await withdraw(desk, dewi, 1_000_000))
    await rowIn(desk, 'withdrawal', withdrawalId, 'waiting')
    await desk.database.query(`update wallets.withdrawal set ${changed} where id = $1`, [
      withdrawalId,
    ])
    rows.push(withdrawalId)
  }
  await hasten(desk, 'withdrawal')
  await until('both rows to be found', async () => {
    const { rows: found } = await desk.database.query(
      `select from wallets.withdrawal where id = any($1) and alarm = 'request_forged'`,
      [rows],
    )
    return found.length === rows.length
  })
  const early = idOf(await withdraw(desk, dewi, 1_000_000))
  await rowIn(desk, 'withdrawal', early, 'waiting')
  await desk.database.query(
    `update wallets.withdrawal set state = 'unknown', cause = null, sent_count = 1,
       sent_at = now() - interval '1 day', next_look_at = now() where id = $1`,
    [early],
  )
  const looksAt = async () => {
    const { rows: found } = await desk.database.query<{ attempts: number }>(
      'select attempts from wallets.withdrawal where id = $1',
      [early],
    )
    return found[0]?.attempts ?? 0
  }
  await hasten(desk, 'withdrawal')
  await until('it to be looked at', async () => (await looksAt()) >= 2)
  assert.equal(await payouts(desk), 0)
})
