/** The cancel link of a withdrawal: what it discloses, before and after its use. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { mailsOf, rowIn, rupiahDesk, send, withdraw } from '../testing/rupiah-desk.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

test('ATT-92: a cancel link shows its withdrawal without the full account number, also after the cancellation', async (t) => {
  const desk = await rupiahDesk(t, await rig.database(), {})
  const dewi = await desk.person('Dewi')
  await desk.database.query(
    `insert into security.event (account_id, kind) values ($1, 'password.changed')`,
    [dewi.userId],
  )
  const { body } = await withdraw(desk, dewi, 1_000_000)
  const { id } = body['data'] as { readonly id: number }
  await rowIn(desk, 'withdrawal', id, 'waiting')
  const [mail] = await mailsOf(desk, dewi, 'withdrawal_held')
  const token = String(mail?.['link']).slice(-43)
  const look = (secret: string) =>
    send(`${desk.url}/wallets_idr/withdraw/of-link`, { token: secret }, {})
  const open = await look(token)
  const data = open.body['data'] as Readonly<Record<string, unknown>>
  assert.deepEqual(
    [data['amount'], data['state'], data['can_cancel']],
    ['1000000.00', 'waiting', true],
  )
  assert.match(
    String((data['bank'] as Readonly<Record<string, unknown>>)['ac_number']),
    /^•+\d{4}$/,
  )
  assert.deepEqual(Object.keys(data).toSorted(), ['amount', 'bank', 'can_cancel', 'state'])
  assert.equal((await look('x'.repeat(43))).body['code'], 'withdrawal.link_used')
  const cancel = () => send(`${desk.url}/wallets_idr/withdraw/cancel-by-link`, { token }, {})
  assert.equal((await cancel()).status, 200)
  await rowIn(desk, 'withdrawal', id, 'canceled')
  const over = (await look(token)).body['data'] as Readonly<Record<string, unknown>>
  assert.deepEqual([over['state'], over['can_cancel']], ['canceled', false])
  assert.equal((await cancel()).body['code'], 'withdrawal.link_used')
})
