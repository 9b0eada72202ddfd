/** Payouts that were sent without an answer, and the reasons not to send them again (INV-13, ATT-94). */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { suspend } from '../../../../testing/desk.ts'
import { endSuspension } from '../../../accounts/index.ts'
import {
  askAs,
  assertEqualBooks,
  balanceOf,
  hasten,
  rowIn,
  rupiahDesk,
  withdraw,
} from '../testing/rupiah-desk.ts'
import { unitsOf } from '../units.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const fund = unitsOf(50_000_000)

/** A payout whose first request timed out some time ago; the bank says that it does not have it. */
async function unanswered(context: TestContext) {
  const desk = await rupiahDesk(context, await rig.database())
  const dewi = await desk.person('Dewi')
  await desk.control('/faults', { operation: 'create_payout', kind: 'disconnect_before', times: 1 })
  const id = Number(((await withdraw(desk, dewi, 1_000_000)).body['data'] as { id: unknown }).id)
  await rowIn(desk, 'withdrawal', id, 'unknown')
  const resend = async () => {
    await desk.database.query(
      `update wallets.withdrawal set sent_at = sent_at - interval '11 seconds'`,
    )
    await hasten(desk, 'withdrawal')
  }
  return { desk, dewi, id, resend }
}

test('INV-13 ATT-93 ATT-94: a security hold does not stop a sent payout: it is resent and paid once', async (t) => {
  const { desk, dewi, id, resend } = await unanswered(t)
  await desk.database.query(
    `insert into security.event (account_id, kind) values ($1, 'password.changed')`,
    [dewi.userId],
  )
  await resend()
  await rowIn(desk, 'withdrawal', id, 'completed')
  const again = ['sending', 'unknown', 'sending', 'sent', 'completed']
  const steps = await desk.database.query<{ state: string }>(
    `select state from wallets.step where kind = 'withdrawal' and row_id = $1 order by no`,
    [id],
  )
  assert.deepEqual(steps.rows.map(({ state }) => state).slice(3), again)
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: fund - 100_000_000, held: 0 })
  await assertEqualBooks(desk)
})

test('INV-13 ATT-59 ATT-93: a suspended owner’s sent payout is not resent, and waits where it cannot be canceled', async (t) => {
  const { desk, dewi, id, resend } = await unanswered(t)
  const { database } = desk
  await suspend(database, desk.deps.keys, dewi.userId)
  await resend()
  await until('it waits for the account', async () => {
    const { alarm } = await rowIn(desk, 'withdrawal', id, 'unknown')
    return alarm === 'account_suspended'
  })
  const ratna = await desk.operator('Ratna')
  const verdict = { decision: 'reject', reason: 'Suspended.' }
  const rejected = await askAs(desk, ratna, `/desk/withdrawals/${id}/decide`, verdict)
  assert.deepEqual([rejected.status, rejected.body['code']], [409, 'withdrawal.under_way'])
  const canceled = await askAs(desk, dewi, '/wallets_idr/withdraw/cancel', { id })
  assert.deepEqual([canceled.status, canceled.body['code']], [409, 'withdrawal.under_way'])
  await inTransaction(database, (transaction) =>
    endSuspension(transaction, desk.deps.keys, dewi.userId, 2),
  )
  await resend()
  await rowIn(desk, 'withdrawal', id, 'completed')
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: fund - 100_000_000, held: 0 })
  await assertEqualBooks(desk)
})
