/** Withdrawals of rupiah: the bank account, codes by e-mail, fees, withdrawals, and their cancellation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAuthenticator } from '../../harness/authenticator.ts'
import {
  type Answer,
  type Json,
  type JsonObject,
  isObject,
  listRows,
  newCommandId,
  objectAt,
  rowsAt,
  textAt,
} from '../../harness/http.ts'
import { readMailbox } from '../../harness/mailbox.ts'
import { balanceOf, type Person } from '../../harness/people.ts'
import { until } from '../../harness/until.ts'
import type { Fixture } from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'

const page = { page: 1, rows: 10, sort: 'id', order: 'desc', filter_rules: '[]' }
/** An account whose payouts the simulated bank delays. */
const slowNumber = '1234560002'
const account = { name: 'Bank Mandiri', ac_name: 'Dewi Lestari', ac_number: slowNumber }

const get = async ({ client }: Fixture, { token }: Person, path: string): Promise<Json> => {
  const answer = await client.call('GET', path, { token })
  assertFrame(answer, 1)
  return answer.body['data'] ?? null
}

const save = ({ client }: Fixture, { token }: Person, body: JsonObject): Promise<Answer> =>
  client.call('POST', '/users/mybank', { token, body })

/** In a default simulation the first withdrawal to a bank account is held for a minute. */
const afterHold = { withinMs: 150_000 }

/** Requests a code for a withdrawal of this many rupiah; with null, a code that names no withdrawal. */
function sendCode({ client }: Fixture, { token }: Person, rupiah: string | null): Promise<Answer> {
  const body = rupiah === null ? {} : { payment: { currency: 'IDR', amount: rupiah } }
  return client.call('POST', '/otps/create', { token, body })
}

/** The code of the newest e-mail, once `count` e-mails with a code have arrived. */
async function codeOf({ client }: Fixture, { email }: Person, count: number): Promise<string> {
  return until('a code by mail', async () => {
    const subjects = (await readMailbox(client, email)).map((mail) => textAt(mail, 'subject'))
    const codes = subjects.flatMap((subject) => /^(\d{6})\b/.exec(subject)?.[1] ?? [])
    return codes.length >= count && codes[0]
  })
}

function withdraw(
  { client }: Fixture,
  { token }: Person,
  body: JsonObject,
  commandId: string = newCommandId(),
): Promise<Answer> {
  return client.call('POST', '/wallets_idr/withdraw', { token, body, commandId })
}

const withdrawalsOf = async ({ client }: Fixture, { token }: Person) =>
  listRows(await client.call('GET', '/wallets_idr/withdraws', { token, query: page }))

const takeBack = ({ client }: Fixture, { token }: Person, id: string): Promise<Answer> =>
  client.call('POST', '/wallets_idr/withdraw/cancel', { token, body: { id: Number(id) } })

/** The whole rupiah of both fees, as the calls return them. */
async function feesOf(w: Fixture, person: Person, amount: number) {
  const provider = Number(await get(w, person, '/wallets_idr/xendit-wd-fee'))
  const rules = await get(w, person, '/wallets_idr/rules')
  assert.ok(isObject(rules))
  const percent = textAt(objectAt(rules, 'withdraw'), 'fee_percent')
  const [whole = '0', fraction = ''] = percent.split('.')
  const ppm = BigInt(whole + fraction.padEnd(4, '0'))
  return { provider, percent: Number((BigInt(amount) * ppm) / 1_000_000n) }
}

function registerBank(fixture: () => Fixture): void {
  test('API-80 BANK-03 SRV-28: the banks that can be paid to are listed', async () => {
    const w = fixture()
    const answer = await w.client.call('GET', '/api/payment/available_disbursements_bank', {
      token: (await w.verified('keluar')).token,
    })
    const banks = rowsAt(objectAt(answer.body, 'data'), 'listsBank')
    assert.ok(banks.length > 10)
    for (const bank of banks) {
      assert.ok(textAt(bank, 'code') !== '' && textAt(bank, 'name') !== '')
      assert.equal(typeof bank['can_disburse'], 'boolean')
    }
    assert.ok(banks.some((bank) => bank['name'] === account.name && bank['can_disburse'] === true))
  })

  test('API-12 API-13 BANK-01 BANK-04 BANK-08 DEC-97 DEC-99 SRV-27: an account at a listed bank is saved, another is refused', async () => {
    const w = fixture()
    const person = await w.verified('rekening')
    assert.equal(await get(w, person, '/users/mybank'), null)
    const bad: readonly JsonObject[] = [
      { ...account, name: 'Bank of Nowhere' },
      { ...account, name: '' },
      { ...account, ac_name: ' ' },
      { ...account, ac_number: '1234' },
      { ...account, ac_number: '1'.repeat(21) },
      { ...account, ac_number: '12345a' },
    ]
    for (const body of bad) assertRefused(await save(w, person, body), 200, 400)
    assert.equal(await get(w, person, '/users/mybank'), null)
    assertFrame(await save(w, person, { ...account, data_lock: true, user_id: 1 }), 1)
    assert.deepEqual(await get(w, person, '/users/mybank'), { ...account, data_lock: false })
    assertRefused(await w.client.call('POST', '/users/mybank', { body: account }), 401)
  })
}

function registerRefusals(fixture: () => Fixture): void {
  test('ATT-85 DEC-104 DEC-135 SRV-75: without a bank, or beyond any limit, nothing is held', async () => {
    const w = fixture()
    const person = await w.verified('batas')
    const before = await balanceOf(w.client, person.token, 'IDR')
    assertRefused(await withdraw(w, person, { amount: '100000', otp: '123456' }), 400)
    assertFrame(await save(w, person, account), 1)
    const { provider } = await feesOf(w, person, 0)
    const written = `0 -1 -100000 1 ${provider} 49999 100000.5 1e6 semua 9000000000000000 1000000000`
    const amounts: readonly Json[] = [...written.split(' '), '', null, 1e21]
    for (const amount of amounts) {
      assertRefused(await withdraw(w, person, { amount, otp: '123456' }), 400)
    }
    assert.deepEqual(await withdrawalsOf(w, person), [])
    assert.deepEqual(await balanceOf(w.client, person.token, 'IDR'), before)
  })

  test('ATT-91 SRV-74 OTP-09: without a code, or with a wrong one, nothing goes out', async () => {
    const w = fixture()
    const person = await w.verified('batas')
    for (const otp of ['', '000000', 'abcdef', '1234567', null]) {
      const answer = await withdraw(w, person, { amount: '100000', otp })
      assertRefused(answer, 400, 429)
    }
    assertRefused(await withdraw(w, person, { amount: '100000' }), 400, 429)
    assertRefused(
      await withdraw(w, person, { amount: '100000', google_secret: '123456' }),
      400,
      429,
    )
    assert.deepEqual(await withdrawalsOf(w, person), [])
  })

  test('ATT-90 DEC-121: a fee that is not that of now is refused with 409, and the code is as good as before', async () => {
    const w = fixture()
    const person = await w.verified('biaya')
    assertFrame(await save(w, person, account), 1)
    assertFrame(await sendCode(w, person, '100000'), 1)
    const otp = await codeOf(w, person, 1)
    const { provider, percent } = await feesOf(w, person, 100_000)
    // The field's name is accepted in either case.
    const body = { amount: '100000', OTP: otp }
    assertRefused(await withdraw(w, person, { ...body, fee: provider + percent - 1 }), 409)
    assertRefused(await withdraw(w, person, { ...body, fee: '0' }), 409)
    assertFrame(await withdraw(w, person, { ...body, fee: provider + percent }), 1)
  })
}

function registerWithdrawals(fixture: () => Fixture): void {
  test('API-55 API-56 API-57 API-62 OTP-03 CONST-11 DATA-17 DEC-100 DEC-109 ERR-32 IDRW-01 IDRW-04 IDRW-05 IDRW-06 IDRW-07 SRV-73 SRV-78 SRV-79 ATT-89: a withdrawal goes to the saved account, whatever else is sent', async () => {
    const w = fixture()
    const person = await w.verified('tarik')
    assertFrame(await save(w, person, account), 1)
    const sent = await sendCode(w, person, null)
    assertFrame(sent, 1)
    assert.equal(sent.body['msg'], 'Please find the OTP in your email inbox.')
    const before = await balanceOf(w.client, person.token, 'IDR')
    const input = {
      amount: '1000000',
      google_secret: '',
      bank_code: 'BCA',
      account_holder_name: 'Orang Lain',
      account_number: '9999999999',
      user_id: 1,
      description: 'sewa',
    }
    // The code names no withdrawal. Using it sends a new code that names one.
    const unnamed = await withdraw(w, person, { ...input, otp: await codeOf(w, person, 1) })
    assertRefused(unnamed, 400)
    assert.equal(unnamed.body['code'], 'otp.unnamed')
    const otp = await codeOf(w, person, 2)
    const answer = await withdraw(w, person, { ...input, otp })
    assertFrame(answer, 1)
    assert.equal(answer.body['msg'], 'Witdhraw berhasil di proses')
    const { provider, percent } = await feesOf(w, person, 1_000_000)
    const row = objectAt(answer.body, 'data')
    const { name, ac_name, ac_number } = account
    assert.deepEqual(row['bank'], { name, ac_name, ac_number })
    assert.deepEqual(
      [row['wdidr_amount'], row['wdidr_fee'], row['wdidr_net'], row['wdidr_status']],
      ['1000000.00', `${provider + percent}.00`, `${1_000_000 - provider - percent}.00`, 'PENDING'],
    )
    const [listed] = await withdrawalsOf(w, person)
    assert.equal(listed?.['id'], row['id'])
    await until('the money to be held', async () => {
      const { available, held } = await balanceOf(w.client, person.token, 'IDR')
      const left = BigInt(before.available.replace('.', '')) - 100_000_000n
      return held === '1000000.00' && available.replace('.', '') === String(left)
    })
    assertRefused(await withdraw(w, person, { amount: '1000000', otp }), 400)
  })

  test("ATT-93: a payout at the bank cannot be canceled, nor can another person's", async () => {
    const w = fixture()
    const [person, other] = [await w.verified('tarik'), await w.verified('orang-luar')]
    const sent = await until(
      'the withdrawal to be sent',
      async () => {
        const [row] = await withdrawalsOf(w, person)
        const last = row === undefined ? undefined : rowsAt(row, 'steps').at(-1)
        return last?.['state'] === 'sent' && row
      },
      afterHold,
    )
    assert.equal(sent['can_cancel'], false)
    const id = textAt(sent, 'id')
    assertRefused(await takeBack(w, person, id), 409)
    assertRefused(await takeBack(w, other, id), 404)
    assertRefused(await takeBack(w, person, '999999999'), 404)
    const link = { body: { token: 'x'.repeat(43) } }
    const byLink = await w.client.call('POST', '/wallets_idr/withdraw/cancel-by-link', link)
    assertRefused(byLink, 400, 404)
    const reply = await w.client.call('POST', '/wallets_idr/withdraw/of-link', link)
    assertRefused(reply, 200)
    assert.equal((await withdrawalsOf(w, person))[0]?.['wdidr_status'], 'PENDING')
  })

  test('ATT-13: a code for one amount withdraws no other', async () => {
    const w = fixture()
    const person = await w.verified('terikat')
    assertFrame(await save(w, person, account), 1)
    assertFrame(await sendCode(w, person, '200000'), 1)
    const otp = await codeOf(w, person, 1)
    assertRefused(await withdraw(w, person, { amount: '2000000', otp }), 400)
    assert.deepEqual(await withdrawalsOf(w, person), [])
    assertFrame(await withdraw(w, person, { amount: 200_000, otp }), 1)
  })

  test('ATT-84 R-12: twenty calls with one code and one id are one withdrawal', async () => {
    const w = fixture()
    const person = await w.verified('ganda')
    assertFrame(await save(w, person, account), 1)
    assertFrame(await sendCode(w, person, '200000'), 1)
    const otp = await codeOf(w, person, 1)
    const id = newCommandId()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => withdraw(w, person, { amount: '200000', otp }, id)),
    )
    const done = answers.filter(({ body }) => body['success'] === 1)
    const ids = new Set(done.map(({ body }) => textAt(objectAt(body, 'data'), 'id')))
    assert.equal(ids.size, 1)
    for (const answer of answers) if (!done.includes(answer)) assertRefused(answer, 400, 429, 503)
    const again = await withdraw(w, person, { amount: '200000', otp }, id)
    assert.ok(ids.has(textAt(objectAt(again.body, 'data'), 'id')), again.text)
    assertRefused(await withdraw(w, person, { amount: '200001', otp }, id), 409)
    assert.equal((await withdrawalsOf(w, person)).length, 1)
  })

  test('OTP-01 SRV-74 SRV-82 ATT-92: with a second factor only its code counts, and a new factor holds withdrawals', async () => {
    const w = fixture()
    const person = await w.verified('faktor')
    const { token } = person
    assertFrame(await save(w, person, account), 1)
    const setup = await w.client.call('GET', '/users/two-fa-qr-img', { token })
    const authenticator = createAuthenticator(textAt(objectAt(setup.body, 'data'), 'secret'))
    const activate = { google_secret: await authenticator.next() }
    assertFrame(await w.client.call('POST', '/users/two-fa-activate', { token, body: activate }), 1)
    assertRefused(await sendCode(w, person, null), 200)
    const wrong = { amount: '300000', otp: '', google_secret: authenticator.wrong() }
    assertRefused(await withdraw(w, person, wrong), 400)
    const code = await authenticator.next()
    const body = { amount: '300000', otp: '', google_secret: code }
    const answer = await withdraw(w, person, body)
    assertFrame(answer, 1)
    assertRefused(await withdraw(w, person, body), 400)
    const waiting = await until('the withdrawal to wait', async () => {
      const [row] = await withdrawalsOf(w, person)
      return row !== undefined && objectAt(row, 'next')['what'] === 'hold_ends' && row
    })
    assert.equal(rowsAt(waiting, 'steps').at(-1)?.['cause'], 'security_hold')
    assert.ok(Date.parse(textAt(objectAt(waiting, 'next'), 'at')) > Date.now())
    assert.equal(waiting['can_cancel'], true)
    assertFrame(await takeBack(w, person, textAt(waiting, 'id')), 1)
    await until('the money to be free', async () => {
      const [row] = await withdrawalsOf(w, person)
      const { held } = await balanceOf(w.client, token, 'IDR')
      return held === '0.00' && row?.['wdidr_status'] === 'CANCEL'
    })
  })
}

/** Registers the tests of rupiah withdrawals. */
export function registerRupiahOutSuite(fixture: () => Fixture): void {
  registerBank(fixture)
  registerRefusals(fixture)
  registerWithdrawals(fixture)
}
