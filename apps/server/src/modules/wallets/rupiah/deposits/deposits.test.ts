/** Deposits against the local bank: a payment is credited once, whatever the connection does. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, rowsOf, startRig } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import { pngOf } from '../../../../platform/media/testing/pictures.ts'
import { advanceRow } from '../../machine/advance.ts'
import { nothingKnown } from './deposit.ts'
import { createDepositExecutor } from './deposit-executor.ts'
import {
  askAs,
  assertEqualBooks,
  balanceOf,
  callbackToken,
  hasten,
  mailsOf,
  makeDeposit,
  newKey,
  rowIn,
  type RupiahDesk,
  rupiahDesk,
  send,
  withdraw,
} from '../testing/rupiah-desk.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const setUp = async (context: TestContext): Promise<RupiahDesk> =>
  rupiahDesk(context, await rig.database())

type Row = Readonly<Record<string, unknown>>

async function listed(desk: RupiahDesk, person: Parameters<typeof askAs>[1]): Promise<Row> {
  const { body } = await askAs(desk, person, '/wallets_idr/deposits?page=1&rows=10')
  return (body['data'] as { datas: readonly Row[] }).datas[0] ?? {}
}

const pay = (desk: RupiahDesk, invoiceId: string, how: object = {}) =>
  desk.control(`/invoices/${invoiceId}/pay`, how)

test('SRV-69 SRV-70 SRV-72 API-52 API-54: a paid deposit is credited, notified, and listed with its timeline', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi', 0)
  const { depositId, invoiceId, data } = await makeDeposit(desk, dewi)
  assert.equal(data['depoidr_status'], 'PENDING')
  assert.equal(data['description'], 'deposit')
  const invoices = await desk.database.query('select description from simulated_bank.invoice')
  assert.deepEqual(invoices.rows, [{ description: 'Deposit of rupiah' }], 'no word nobody wrote')
  const made = data['xendit_response'] as Row
  assert.match(String(made['invoice_url']), /\/simulation\/bank\/invoices\//)
  await pay(desk, invoiceId, { method: 'BCA_VA' })
  await rowIn(desk, 'deposit', depositId, 'credited')
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: 15_000_000, held: 0 })
  const row = await listed(desk, dewi)
  assert.deepEqual([row['depoidr_status'], row['depoidr_amount']], ['PAID', '150000.00'])
  const steps = (row['steps'] as readonly Row[]).map(({ state }) => state)
  assert.deepEqual(steps, ['created', 'pending', 'paid', 'credited'])
  const [mail] = await mailsOf(desk, dewi, 'deposit_credited')
  assert.equal(mail?.['amount'], 'Rp 150.000')
  const notices = await desk.database.query(
    `select kind from notifications.notice where account_id = $1`,
    [dewi.userId],
  )
  assert.deepEqual(notices.rows, [{ kind: 'deposit_credited' }])
  await assertEqualBooks(desk)
})

test('ATT-67 FLT-23 INV-12: 100 callbacks at once, before and after, and one out of order, are one credit', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi', 0)
  const { depositId, invoiceId, data } = await makeDeposit(desk, dewi)
  const reference = String((data['xendit_response'] as Row)['external_id'])
  const callbackBody = { id: invoiceId, external_id: reference, status: 'PAID', amount: 150_000 }
  const path = `${desk.url}/wallets_idr/callbacks/invoice`
  const call = () => send(path, callbackBody, { 'x-callback-token': callbackToken })
  const early = await Promise.all(Array.from({ length: 50 }, call))
  await pay(desk, invoiceId)
  const later = await Promise.all(Array.from({ length: 50 }, call))
  for (const { status } of [...early, ...later]) assert.equal(status, 200)
  await rowIn(desk, 'deposit', depositId, 'credited')
  await send(path, { ...callbackBody, status: 'EXPIRED' }, { 'x-callback-token': callbackToken })
  await until('all are handled', async () => {
    const left = await desk.database.query(
      `select 1 from wallets.callback where state = 'waiting' limit 1`,
    )
    return left.rows.length === 0
  })
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: 15_000_000, held: 0 })
  const transfers = await desk.database.query(
    `select amount from exchange.transfer where source = $1`,
    [`deposit:${depositId}`],
  )
  assert.deepEqual(transfers.rows, [{ amount: 15_000_000 }])
  await assertEqualBooks(desk)
})

test('ATT-66: without a valid token in the header nothing is stored', async (t) => {
  const desk = await setUp(t)
  const path = `${desk.url}/wallets_idr/callbacks/invoice`
  for (const [address, headers] of [
    [path, {}],
    [path, { 'x-callback-token': 'wrong' }],
    [`${path}?token=${callbackToken}&x-callback-token=${callbackToken}`, {}],
  ] as const) {
    const { status, body } = await send(address, { id: 'x' }, headers)
    assert.deepEqual([status, body['code']], [401, 'callback.forbidden'])
  }
  const kept = await desk.database.query('select 1 from wallets.callback')
  assert.equal(kept.rows.length, 0)
})

test('ATT-68 ATT-69: an unrecognized callback is stored unchanged, and a too large one is not', async (t) => {
  const desk = await setUp(t)
  const path = `${desk.url}/wallets_idr/callbacks/payout`
  const token = { 'x-callback-token': callbackToken }
  const junk = '{"data": [1,'
  assert.equal((await send(path, junk, token)).status, 200)
  const unknown = { event: 'payout.succeeded', data: { id: 'p', reference_id: 'nobody' } }
  assert.equal((await send(path, unknown, token)).status, 200)
  assert.equal((await send(path, Buffer.alloc(70_000, 0x20), token)).status, 413)
  const states = async () => {
    const found = await desk.database.query<{ state: string; body: Buffer }>(
      'select state, body from wallets.callback order by id',
    )
    return found.rows
  }
  await until('both are looked at', async () =>
    (await states()).every(({ state }) => state !== 'waiting'),
  )
  const [first, second, ...others] = await states()
  assert.equal(first?.body.toString(), junk)
  assert.deepEqual([first?.state, second?.state, others], ['unreadable', 'stray', []])
})

test('ATT-68 INV-22: another amount is quarantined, and credited as confirmed once two operators agree', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi', 0)
  const { depositId, invoiceId } = await makeDeposit(desk, dewi)
  await pay(desk, invoiceId, { amount: 140_000 })
  const row = await rowIn(desk, 'deposit', depositId, 'quarantined')
  assert.deepEqual([row['cause'], row['paid_amount']], ['amount_differs', 14_000_000])
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: 0, held: 0 })
  await assertEqualBooks(desk, 14_000_000)
  const ratna = await desk.operator('Ratna')
  const bayu = await desk.operator('Bayu')
  const path = `/desk/deposits/${depositId}/decide`
  const verdict = { decision: 'credit', reason: 'The bank confirms it.' }
  assert.equal((await askAs(desk, ratna, path, verdict)).status, 200)
  const again = await askAs(desk, ratna, path, verdict)
  assert.deepEqual([again.status, again.body['code']], [403, 'desk.same_operator'])
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: 0, held: 0 })
  assert.equal((await askAs(desk, bayu, path, verdict)).status, 200)
  await rowIn(desk, 'deposit', depositId, 'credited')
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: 14_000_000, held: 0 })
  await assertEqualBooks(desk)
})

test('INV-20 INV-22: a credit that the bank reversed is reversed by two operators, once', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi', 0)
  const { depositId, invoiceId } = await makeDeposit(desk, dewi)
  await pay(desk, invoiceId)
  await rowIn(desk, 'deposit', depositId, 'credited')
  const path = `/desk/deposits/${depositId}/decide`
  const verdict = { decision: 'reverse', reason: 'The bank took it back.' }
  for (const name of ['Ratna', 'Bayu']) {
    assert.equal((await askAs(desk, await desk.operator(name), path, verdict)).status, 200)
  }
  await rowIn(desk, 'deposit', depositId, 'reversed')
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: 0, held: 0 })
  const third = await askAs(desk, await desk.operator('Tuti'), path, verdict)
  assert.deepEqual([third.status, third.body['code']], [409, 'desk.already_decided'])
})

test('FLT-34 FLT-22 SRV-70: lost callbacks are found by polling, and late payments are credited', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi', 0)
  await desk.control('/faults', { operation: 'callback', kind: 'drop' })
  const first = await makeDeposit(desk, dewi)
  await pay(desk, first.invoiceId)
  await hasten(desk, 'deposit')
  await rowIn(desk, 'deposit', first.depositId, 'credited')
  const second = await makeDeposit(desk, dewi)
  await desk.control(`/invoices/${second.invoiceId}/expire`, {})
  await hasten(desk, 'deposit')
  await rowIn(desk, 'deposit', second.depositId, 'expired')
  assert.equal((await listed(desk, dewi))['depoidr_status'], 'EXPIRED')
  await pay(desk, second.invoiceId, { late: 'yes' })
  await hasten(desk, 'deposit')
  await rowIn(desk, 'deposit', second.depositId, 'credited')
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: 30_000_000, held: 0 })
  await assertEqualBooks(desk)
})

for (const kind of ['disconnect_before', 'disconnect_after', 'error_after', 'junk'] as const) {
  test(`FLT-33: a creation that ends in ${kind} is asked for, and made at most once`, async (t) => {
    const desk = await setUp(t)
    const dewi = await desk.person('Dewi', 0)
    await desk.control('/faults', { operation: 'create_invoice', kind, times: 1 })
    const { depositId, data } = await makeDeposit(desk, dewi)
    assert.equal(data['xendit_response'], null)
    assert.deepEqual(data['next'], { what: 'gateway', at: null })
    if (kind === 'disconnect_before') {
      await desk.database.query(
        `update wallets.deposit set created_at = created_at - interval '3 minutes'`,
      )
      await hasten(desk, 'deposit')
      const row = await rowIn(desk, 'deposit', depositId, 'expired')
      assert.equal(row['cause'], 'not_created')
      return
    }
    await hasten(desk, 'deposit')
    const row = await rowIn(desk, 'deposit', depositId, 'pending')
    await pay(desk, String(row['invoice_id']))
    await rowIn(desk, 'deposit', depositId, 'credited')
    const made = await desk.database.query('select 1 from simulated_bank.invoice')
    assert.equal(made.rows.length, 1)
  })
}

test('R-12: a repeated key gives the same deposit, and another body with it is refused', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi', 0)
  const key = newKey()
  const ask = (amount: string) =>
    askAs(desk, dewi, '/wallets_idr/deposit', { depoidr_amount: amount }, key)
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask('150000')))
  const ids = new Set(answers.map(({ body }) => (body['data'] as Row)['id']))
  assert.equal(ids.size, 1)
  assert.equal((await ask('150001')).status, 409)
  const rows = await desk.database.query('select 1 from wallets.deposit')
  assert.equal(rows.rows.length, 1)
})

test('while rupiah is closed nothing new is requested or sent, existing requests stay, and payments are credited', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const key = newKey()
  const ask = (by = newKey()) =>
    askAs(desk, dewi, '/wallets_idr/deposit', { depoidr_amount: '150000' }, by)
  const first = await ask(key)
  const { depositId, invoiceId } = await makeDeposit(desk, dewi)
  Object.assign(desk.open, { deposits: false, withdrawals: false })
  const closed = await ask()
  assert.deepEqual([closed.status, closed.body['code']], [409, 'deposit.closed'])
  assert.deepEqual((await ask(key)).body['data'], first.body['data'])
  const out = await withdraw(desk, dewi, 1_000_000)
  assert.deepEqual([out.status, out.body['code']], [409, 'withdrawal.closed'])
  await desk.control(`/invoices/${invoiceId}/pay`, {})
  await rowIn(desk, 'deposit', depositId, 'credited')
})

test('ATT-70: invalid amounts are 400 with success 0, and nobody pays for another', async (t) => {
  const desk = await setUp(t)
  const [dewi, citra] = [await desk.person('Dewi', 0), await desk.person('Citra', 0)]
  for (const amount of ['0', '-1', '9999', '200000001', '150000.5', '1e5', '', null]) {
    const { status, body } = await askAs(desk, dewi, '/wallets_idr/deposit', { amount })
    assert.deepEqual([status, body['success']], [400, 0], String(amount))
  }
  const other = { amount: '150000', user_id: citra.userId, payer_email: citra.email }
  await askAs(desk, dewi, '/wallets_idr/deposit', other)
  const rows = await desk.database.query('select user_id from wallets.deposit')
  assert.deepEqual(rows.rows, [{ user_id: dewi.userId }])
})

test("ATT-71 SRV-71: a proof is its owner's, while the deposit waits, one, and an image or PDF", async (t) => {
  const desk = await setUp(t)
  const [dewi, citra] = [await desk.person('Dewi', 0), await desk.person('Citra', 0)]
  const { depositId, invoiceId } = await makeDeposit(desk, dewi)
  const png = await pngOf(120, 200)
  const hand = async (token: string, content: Buffer) => {
    const form = new FormData()
    form.set('depoidr_id', String(depositId))
    form.set('depoidr_file', new Blob([new Uint8Array(content)]), 'a.png')
    const url = `${desk.url}/wallets_idr/deposit_file`
    const answer = await fetch(url, { method: 'POST', headers: { jwt: token }, body: form })
    return answer.status
  }
  assert.equal(await hand(citra.token, png), 404)
  assert.equal(await hand(dewi.token, Buffer.from('<html>')), 400)
  for (let count = 0; count < 3; count += 1) assert.equal(await hand(dewi.token, png), 200)
  assert.equal(await hand(dewi.token, png.subarray(0, 40)), 400)
  const script = Buffer.concat([png, Buffer.from('<script>planted</script>')])
  assert.equal(await hand(dewi.token, script), 200)
  const files = await desk.database.query('select media_type, content from wallets.deposit_file')
  assert.equal(files.rows.length, 1)
  // ATT-43: only the visible image is stored.
  assert.equal(files.rows[0]?.media_type, 'image/jpeg')
  assert.ok(!String(files.rows[0]?.content).includes('planted'))
  assert.equal((await listed(desk, dewi))['has_file'], true)
  assert.equal((await listed(desk, dewi))['depoidr_status'], 'PENDING')
  await pay(desk, invoiceId)
  await rowIn(desk, 'deposit', depositId, 'credited')
  assert.equal(await hand(dewi.token, png), 409)
})

test('SRV-71 INV-22: a proof of payment is in the timeline, and an operator queries the gateway or declares it unpaid', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi', 0)
  const { depositId, invoiceId } = await makeDeposit(desk, dewi)
  const hand = async () => {
    const form = new FormData()
    form.set('depoidr_id', String(depositId))
    form.set('depoidr_file', new Blob([new Uint8Array(await pngOf(120, 200))]), 'a.png')
    const url = `${desk.url}/wallets_idr/deposit_file`
    const answer = await fetch(url, { method: 'POST', headers: { jwt: dewi.token }, body: form })
    assert.equal(answer.status, 200)
  }
  const causes = async () =>
    ((await listed(desk, dewi))['steps'] as readonly Row[]).map(({ cause }) => cause)
  const operator = await desk.operator('Ratna')
  const path = `/desk/deposits/${depositId}`
  const decide = async (decision: string) =>
    (await askAs(desk, operator, `${path}/decide`, { decision, reason: 'Of another payment' }))
      .status
  const waiting = async () =>
    ((await askAs(desk, operator, '/desk/deposits?queue=proof')).body['data'] as Row)['total']
  await hand()
  await hand()
  assert.deepEqual(await causes(), [null, null, 'proof'])
  const shown = (await askAs(desk, operator, path)).body['data'] as Row
  assert.deepEqual([shown['can'], shown['approvals_needed']], [['ask', 'unpaid'], 0])
  assert.deepEqual([await decide('ask'), await waiting()], [200, 1])
  const preview = { decision: 'unpaid', reason: 'Of another payment' }
  const previewed = (await askAs(desk, operator, `${path}/preview`, preview)).body['data'] as Row
  assert.match(String((previewed['mail'] as Row)['text']), /Reason: Of another payment\./)
  assert.deepEqual([await decide('unpaid'), await waiting()], [200, 0])
  const [mail] = await mailsOf(desk, dewi, 'deposit_unpaid')
  assert.equal(mail?.['reason'], 'Of another payment.')
  assert.deepEqual(await causes(), [null, null, 'proof', 'proof_closed'])
  assert.notEqual(await decide('unpaid'), 200)
  await hand()
  assert.equal(await waiting(), 1)
  // A payment that the gateway confirms is credited, whatever was decided about the proof.
  await pay(desk, invoiceId)
  await rowIn(desk, 'deposit', depositId, 'credited')
})

test('R-62: a former writer moves nothing, and the next one does', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi', 0)
  const { depositId, invoiceId } = await makeDeposit(desk, dewi)
  await desk.control('/faults', { operation: 'callback', kind: 'drop' })
  await pay(desk, invoiceId)
  const { epoch } = desk.engine.status()
  const look = (own: number) =>
    advanceRow(createDepositExecutor(desk.deps, depositId, own), nothingKnown, () => false)
  assert.equal((await look(epoch - 1)).state, 'pending')
  await rowIn(desk, 'deposit', depositId, 'pending')
  assert.equal((await look(epoch)).state, 'credited')
})

test('INV-12: the tables allow one credit per payment', async () => {
  const databaseUrl = await rig.database()
  const found = await rowsOf(
    databaseUrl,
    `select pg_get_indexdef(indexrelid) as text from pg_index
     where indrelid = 'wallets.deposit'::regclass and indisunique`,
  )
  const texts = found.map(({ text }) => String(text))
  assert.ok(
    texts.some((text) => text.includes('(rail_id, outside_fact)')),
    texts.join('\n'),
  )
})

test('ATT-66: a callback with an unreadable reference is stored, and delays no others', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi', 0)
  const { depositId, invoiceId } = await makeDeposit(desk, dewi)
  const strange = { id: 'inv-1', external_id: 'deposit\u0000' }
  const headers = { 'x-callback-token': callbackToken }
  const answer = await send(`${desk.url}/wallets_idr/callbacks/invoice`, strange, headers)
  assert.equal(answer.status, 200)
  await pay(desk, invoiceId)
  await rowIn(desk, 'deposit', depositId, 'credited')
  const kept = await desk.database.query('select state from wallets.callback order by id')
  assert.deepEqual(kept.rows[0], { state: 'unreadable' })
})

test('INV-22: a decision that the gateway does not confirm returns to the operators', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi', 0)
  const { depositId } = await makeDeposit(desk, dewi)
  await desk.database.query('update simulated_bank.invoice set amount = amount + 1000')
  await hasten(desk, 'deposit')
  await rowIn(desk, 'deposit', depositId, 'quarantined')
  const path = `/desk/deposits/${depositId}`
  const [ratna, bayu] = [await desk.operator('Ratna'), await desk.operator('Bayu')]
  const decide = (operator: typeof ratna, decision: string) =>
    // An approval needs no reason.
    askAs(desk, operator, `${path}/decide`, {
      decision,
      ...(decision === 'reject' && { reason: 'The bank says so.' }),
    })
  for (const operator of [ratna, bayu]) assert.equal((await decide(operator, 'credit')).status, 200)
  await until('the case is open again', async () => {
    const { body } = await askAs(desk, ratna, path)
    const { cause, can, approvals } = body['data'] as Row
    return cause === 'not_confirmed' && String(can) === 'credit,reject' && String(approvals) === ''
  })
  assert.equal((await mailsOf(desk, dewi, 'deposit_quarantined')).length, 1)
  assert.equal((await decide(ratna, 'reject')).status, 200)
  await rowIn(desk, 'deposit', depositId, 'expired')
})

test('INV-22: a payment is withheld from its owner by two operators, never by one', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi', 0)
  const { depositId, invoiceId } = await makeDeposit(desk, dewi)
  await desk.control(`/invoices/${invoiceId}/pay`, { amount: 149_000 })
  await rowIn(desk, 'deposit', depositId, 'quarantined')
  for (const [name, state] of [
    ['Ratna', 'quarantined'],
    ['Bayu', 'expired'],
  ] as const) {
    const verdict = { decision: 'reject', reason: 'Sent back to the payer.' }
    const operator = await desk.operator(name)
    const answer = await askAs(desk, operator, `/desk/deposits/${depositId}/decide`, verdict)
    assert.equal(answer.status, 200, name)
    await rowIn(desk, 'deposit', depositId, state)
  }
})

/** An unpaid deposit whose invoice differs from the request, closed by an operator. */
async function differing(context: TestContext) {
  const desk = await setUp(context)
  const dewi = await desk.person('Dewi', 0)
  const { depositId, invoiceId } = await makeDeposit(desk, dewi)
  await desk.database.query('update simulated_bank.invoice set amount = amount + 1000')
  await hasten(desk, 'deposit')
  const row = await rowIn(desk, 'deposit', depositId, 'quarantined')
  assert.deepEqual([row['cause'], row['paid_amount']], ['invoice_differs', null])
  const decide = async (name: string, decision = 'reject') => {
    const verdict = { decision, reason: 'Asked the bank.' }
    const path = `/desk/deposits/${depositId}/decide`
    const { status, body } = await askAs(desk, await desk.operator(name), path, verdict)
    return status === 200 ? 200 : [status, body['code']]
  }
  return { desk, dewi, depositId, invoiceId, decide }
}

test('SRV-70 INV-22: a deposit paid in quarantine is closed by two operators, never by one', async (t) => {
  const { desk, depositId, invoiceId, decide } = await differing(t)
  await desk.control('/faults', { operation: 'callback', kind: 'drop' })
  await pay(desk, invoiceId)
  assert.equal(await decide('Ratna'), 200)
  const row = await rowIn(desk, 'deposit', depositId, 'quarantined')
  assert.equal(row['paid_amount'], 15_100_000)
  assert.equal(await decide('Bayu'), 200)
  await rowIn(desk, 'deposit', depositId, 'expired')
  // They knew of the payment, so they do not decide again.
  await hasten(desk, 'deposit')
  await until('it was looked at', async () => {
    const { rows } = await desk.database.query(
      'select from wallets.deposit where next_look_at is null and taken_until is null',
    )
    return rows.length === 1
  })
  await rowIn(desk, 'deposit', depositId, 'expired')
})

test('SRV-70 FLT-33: a deposit that cannot be confirmed as unpaid is not closed', async (t) => {
  const { desk, depositId, decide } = await differing(t)
  await desk.control('/faults', { operation: 'find_invoice', kind: 'disconnect_before' })
  assert.deepEqual(await decide('Ratna'), [503, 'gateway.down'])
  await rowIn(desk, 'deposit', depositId, 'quarantined')
})

test('SRV-70: a payment after one operator closed the deposit is shown again, and credited by two', async (t) => {
  const { desk, dewi, depositId, invoiceId, decide } = await differing(t)
  assert.equal(await decide('Ratna'), 200)
  await rowIn(desk, 'deposit', depositId, 'expired')
  await until('nobody is to pay it any more', async () => {
    const { rows } = await desk.database.query('select state from simulated_bank.invoice')
    return rows[0]?.['state'] === 'EXPIRED'
  })
  await pay(desk, invoiceId, { late: 'yes' })
  await until('an operator is notified', async () => {
    const row = await rowIn(desk, 'deposit', depositId, 'quarantined')
    return row['alarm'] === 'paid_after_rejected' && row['paid_amount'] === 15_100_000
  })
  for (const name of ['Bayu', 'Tuti']) assert.equal(await decide(name, 'credit'), 200)
  await rowIn(desk, 'deposit', depositId, 'credited')
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: 15_100_000, held: 0 })
  await assertEqualBooks(desk)
})
