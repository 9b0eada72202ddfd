/** Deposits of rupiah: invoices, their list, proofs of payment, and forged callbacks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSocket } from '../../harness/sockets.ts'
import {
  type Answer,
  isObject,
  type Json,
  type JsonObject,
  listRows,
  newCommandId,
  objectAt,
  rowsAt,
  textAt,
} from '../../harness/http.ts'
import { balanceOf, type Person } from '../../harness/people.ts'
import { until } from '../../harness/until.ts'
import { emptyDocument } from '../../harness/document.ts'
import type { Fixture } from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'

const page = { page: 1, rows: 10, sort: 'id', order: 'desc', filter_rules: '[]' }

/** Requests an invoice. */
export function deposit(
  { client }: Fixture,
  { token }: Person,
  body: JsonObject,
  commandId: string = newCommandId(),
): Promise<Answer> {
  return client.call('POST', '/wallets_idr/deposit', { token, body, commandId })
}

const depositsOf = async ({ client }: Fixture, { token }: Person) =>
  listRows(await client.call('GET', '/wallets_idr/deposits', { token, query: page }))

/** Presses a button of the simulated bank's invoice page, by its call. */
async function steer({ client }: Fixture, row: JsonObject, what: string, body: JsonObject = {}) {
  const invoice = textAt(objectAt(row, 'xendit_response'), 'id')
  const answer = await client.call('POST', `/simulation/bank/invoices/${invoice}/${what}`, { body })
  assert.equal(answer.status, 200, answer.text)
}

/** Waits until the deposit with this id has this status. */
async function untilStatus(w: Fixture, person: Person, id: string, status: string) {
  return until(`a deposit that is ${status}`, async () => {
    const row = (await depositsOf(w, person)).find((one) => textAt(one, 'id') === id)
    return row !== undefined && row['depoidr_status'] === status && row
  })
}

function assertRow(row: JsonObject): void {
  assert.match(textAt(row, 'id'), /^\d+$/)
  assert.ok(Number.isFinite(Date.parse(textAt(row, 'created_at'))))
  assert.match(textAt(row, 'depoidr_amount'), /^\d+\.00$/)
  assert.ok(['PENDING', 'PAID', 'EXPIRED'].includes(textAt(row, 'depoidr_status')))
  const invoice = objectAt(row, 'xendit_response')
  for (const key of ['id', 'external_id', 'expiry_date']) assert.notEqual(textAt(invoice, key), '')
  assert.match(textAt(invoice, 'invoice_url'), /^https?:\/\//)
  assert.ok(
    rowsAt(row, 'steps').every((step) => 'at' in step && 'state' in step && 'cause' in step),
  )
  assert.ok(row['next'] === null || isObject(row['next']))
}

function registerInvoices(fixture: () => Fixture): void {
  test('API-52 API-54 DATA-16 DEC-100 IDRD-02 IDRD-04 IDRD-05 IDRD-07 SRV-69: an invoice can be requested in both formats, and is listed', async () => {
    const w = fixture()
    const person = await w.verified('masuk')
    const first = await deposit(w, person, { depoidr_amount: '150000' })
    assertFrame(first, 1)
    const row = objectAt(first.body, 'data')
    assertRow(row)
    assert.deepEqual(
      [row['depoidr_status'], row['depoidr_amount'], row['description'], row['has_file']],
      ['PENDING', '150000.00', 'deposit', false],
    )
    const other = { amount: 20_000, description: 'tabungan', payer_email: 'a@b.test', user_id: 1 }
    const second = objectAt((await deposit(w, person, other)).body, 'data')
    assert.equal(second['description'], 'tabungan')
    const listed = await depositsOf(w, person)
    assert.deepEqual(
      listed.map((one) => textAt(one, 'id')),
      [textAt(second, 'id'), textAt(row, 'id')],
    )
    for (const one of listed) assertRow(one)
    const stranger = await w.verified('orang-luar')
    assert.deepEqual(await depositsOf(w, stranger), [], 'SRV-67: own rows only')
  })

  test('API-58 DEC-101 IDRD-03: the minimum deposit is a number in the answer, and is enforced', async () => {
    const w = fixture()
    const person = await w.verified('masuk')
    const { token } = person
    const answer = await w.client.call('GET', '/wallets_idr/min-deposit', { token })
    const least = answer.body['data']
    assert.ok(typeof least === 'number' && Number.isSafeInteger(least) && least > 0, answer.text)
    assertRefused(await deposit(w, person, { amount: least - 1 }), 400)
    assertFrame(await deposit(w, person, { amount: least }), 1)
    const rules = await w.client.call('GET', '/wallets_idr/rules', { token })
    const { min } = objectAt(objectAt(rules.body, 'data'), 'deposit')
    assert.equal(min, `${least}.00`)
  })

  test('ATT-70 DEC-135: an invalid amount of whole rupiah is refused with 400, and nothing is stored', async () => {
    const w = fixture()
    const person = await w.verified('salah')
    const written = '0 -1 -150000 9999 1e15 1000000000000000 150000.5 0.01 150rb ١٥٠٠٠٠ NaN 0x10'
    const amounts: readonly Json[] = [...written.split(' '), '', ' ', null, true, 1e21]
    for (const amount of amounts) assertRefused(await deposit(w, person, { amount }), 400)
    assertRefused(await deposit(w, person, {}), 400)
    assert.deepEqual(await depositsOf(w, person), [])
  })

  test('R-12: the same request again gives the same deposit, another request under its id is refused', async () => {
    const w = fixture()
    const person = await w.verified('ulang')
    const id = newCommandId()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => deposit(w, person, { amount: 50_000 }, id)),
    )
    const ids = answers.map(({ body }) => textAt(objectAt(body, 'data'), 'id'))
    assert.equal(new Set(ids).size, 1)
    assertRefused(await deposit(w, person, { amount: 60_000 }, id), 409)
    assert.equal((await depositsOf(w, person)).length, 1)
  })

  test('SRV-21: invoices require a session', async () => {
    const { client } = fixture()
    for (const path of ['/wallets_idr/deposits', '/wallets_idr/withdraws', '/wallets_idr/rules']) {
      assertRefused(await client.call('GET', path, { query: page }), 401)
    }
    const body = { amount: 50_000 }
    assertRefused(await client.call('POST', '/wallets_idr/deposit', { body }), 401)
  })
}

function registerPayments(fixture: () => Fixture): void {
  test('SRV-70 SRV-72 INV-11 RT-05 RT-10: a paid invoice is credited once, with an immediate notification, and not before', async () => {
    const w = fixture()
    const person = await w.verified('bayar')
    const before = await balanceOf(w.client, person.token, 'IDR')
    const listener = await openSocket(w.url, { token: person.token })
    try {
      const row = objectAt((await deposit(w, person, { amount: 250_000 })).body, 'data')
      assert.deepEqual(await balanceOf(w.client, person.token, 'IDR'), before)
      await steer(w, row, 'pay')
      await steer(w, row, 'pay')
      await untilStatus(w, person, textAt(row, 'id'), 'PAID')
      const wanted = String(BigInt(before.available.replace('.', '')) + 25_000_000n)
      await until('the credit', async () => {
        const { available } = await balanceOf(w.client, person.token, 'IDR')
        return available.replace('.', '') === wanted
      })
      await until('the new balance', () => {
        const events = JSON.stringify(listener.of('ubal')).replaceAll('.', '')
        return events.includes(`"IDR":"${wanted}"`)
      })
      await listener.wait('notif', (data) => textAt(data, 'uid') === String(person.usid))
    } finally {
      listener.close()
    }
  })

  test('SRV-70 IDRD-05 ATT-67: an expired invoice is reported, and late money is still credited', async () => {
    const w = fixture()
    const person = await w.verified('telat')
    const row = objectAt((await deposit(w, person, { amount: 75_000 })).body, 'data')
    const id = textAt(row, 'id')
    await steer(w, row, 'expire')
    await untilStatus(w, person, id, 'EXPIRED')
    await steer(w, row, 'pay', { late: 'yes' })
    const paid = await untilStatus(w, person, id, 'PAID')
    const states = rowsAt(paid, 'steps').map((step) => textAt(step, 'state'))
    assert.ok(states.indexOf('expired') < states.indexOf('paid'), states.join(' '))
  })

  test('ATT-68: a payment of another amount than the invoice is not credited, and waits for a decision', async () => {
    const w = fixture()
    const person = await w.verified('beda')
    const before = await balanceOf(w.client, person.token, 'IDR')
    const row = objectAt((await deposit(w, person, { amount: 90_000 })).body, 'data')
    await steer(w, row, 'pay', { amount: 90_001 })
    const kept = await until('the deposit to wait for people', async () => {
      const one = (await depositsOf(w, person)).find(({ id }) => id === row['id'])
      const last = one === undefined ? undefined : rowsAt(one, 'steps').at(-1)
      return last?.['state'] === 'quarantined' && one
    })
    assert.equal(kept['depoidr_status'], 'PENDING')
    assert.deepEqual(await balanceOf(w.client, person.token, 'IDR'), before)
  })

  test('ATT-66: a callback without our token, with another, or with it in the address is refused', async () => {
    const { client } = fixture()
    const body = { external_id: 'any', status: 'PAID', paid_amount: 1 }
    for (const kind of ['invoice', 'payout']) {
      const path = `/wallets_idr/callbacks/${kind}`
      assertRefused(await client.call('POST', path, { body }), 401)
      for (const token of ['', 'x', 'x'.repeat(10_000)]) {
        const headers = { 'x-callback-token': token }
        assertRefused(await client.call('POST', path, { body, headers }), 401, 431)
        const query = { 'x-callback-token': token.slice(0, 100), token: token.slice(0, 100) }
        assertRefused(await client.call('POST', path, { body, query }), 401)
      }
    }
  })
}

/** Uploads a proof of payment. */
async function handIn({ url }: Fixture, token: string | null, id: string, content: string) {
  const body = new FormData()
  body.set('depoidr_id', id)
  body.set('depoidr_file', new Blob([content]), 'bukti.pdf')
  const headers = token === null ? undefined : { JWT: token }
  const answer = await fetch(new URL('/wallets_idr/deposit_file', url), {
    method: 'POST',
    body,
    ...(headers === undefined ? {} : { headers }),
  })
  const said: unknown = await answer.json()
  return { status: answer.status, text: JSON.stringify(said) }
}

function registerProofs(fixture: () => Fixture): void {
  test('API-53 IDRD-06 SRV-71 ATT-71 DEC-102: its owner hands a proof in and replaces it; it changes nothing else', async () => {
    const w = fixture()
    const [owner, other] = [await w.verified('bukti'), await w.verified('orang-luar')]
    const row = objectAt((await deposit(w, owner, { amount: 40_000 })).body, 'data')
    const id = textAt(row, 'id')
    for (let times = 0; times < 5; times += 1) {
      const { status, text } = await handIn(w, owner.token, id, `${emptyDocument} ${times}`)
      assert.equal(status, 200, text)
    }
    const [listed] = await depositsOf(w, owner)
    assert.deepEqual([listed?.['has_file'], listed?.['depoidr_status']], [true, 'PENDING'])
    assert.equal((await handIn(w, other.token, id, emptyDocument)).status, 404)
    assert.equal((await handIn(w, owner.token, '999999999', emptyDocument)).status, 404)
    assert.equal((await handIn(w, null, id, emptyDocument)).status, 401)
    assert.equal((await handIn(w, owner.token, id, '<html></html>')).status, 400)
    await steer(w, row, 'pay')
    await untilStatus(w, owner, id, 'PAID')
    assert.equal((await handIn(w, owner.token, id, emptyDocument)).status, 409)
  })
}

/** Registers the tests of rupiah deposits. */
export function registerRupiahInSuite(fixture: () => Fixture): void {
  registerInvoices(fixture)
  registerPayments(fixture)
  registerProofs(fixture)
}
