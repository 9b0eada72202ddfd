/** Callbacks under load: stored and answered at once, whatever the gateway does (ATT-69). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import {
  balanceOf,
  callbackToken,
  makeDeposit,
  rowIn,
  rupiahDesk,
  send,
} from '../testing/rupiah-desk.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const callbacks = 1_000
const atOnce = 20
/** The gateway delays each call this long, and answers none. */
const heldMs = 3_000

test('ATT-69: a thousand callbacks are stored and answered while the gateway does not answer', async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  const dewi = await desk.person('Dewi', 0)
  const { depositId, invoiceId, data } = await makeDeposit(desk, dewi)
  await desk.control('/faults', { operation: 'callback', kind: 'drop' })
  const holds = { operation: 'find_invoice', kind: 'timeout_before', value: heldMs }
  await desk.control('/faults', { ...holds, times: callbacks })
  await desk.control(`/invoices/${invoiceId}/pay`, {})
  const { external_id: reference } = data['xendit_response'] as Record<string, unknown>
  const path = `${desk.url}/wallets_idr/callbacks/invoice`
  const headers = { 'x-callback-token': callbackToken }
  let next = 0
  const sendOn = async (): Promise<void> => {
    while (next < callbacks) {
      next += 1
      const body = { id: invoiceId, external_id: reference, status: 'PAID', no: next }
      const { status } = await send(path, body, headers)
      assert.equal(status, 200)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendOn))
  const kept = await desk.database.query<{ count: number }>(
    'select count(*)::int as count from wallets.callback',
  )
  assert.equal(kept.rows[0]?.count, callbacks)
  // Asking the gateway for each callback would have waited each time.
  const left = await desk.database.query<{ times: number }>(
    `select times from simulated_bank.fault where operation = 'find_invoice'`,
  )
  assert.ok((left.rows[0]?.times ?? 0) > callbacks * 0.9, JSON.stringify(left.rows))
  await desk.control('/faults/clear', {})
  await rowIn(desk, 'deposit', depositId, 'credited')
  await until('all are looked at', async () => {
    const waiting = await desk.database.query(
      `select 1 from wallets.callback where state = 'waiting' limit 1`,
    )
    return waiting.rows.length === 0
  })
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: 15_000_000, held: 0 })
})
