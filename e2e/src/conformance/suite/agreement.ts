/**
 * The steps after a verified identity: further details, the text of the agreement, consent, and the actions
 * that need it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCommandId, objectAt, textAt } from '../../harness/http.ts'
import { priceAt, placeOrder, type Fixture } from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'

const textPath = '/users/user-agreement-text'

/** Demo people are verified and have agreed. */
async function demoToken({ client }: Fixture): Promise<string> {
  const answer = await client.call('POST', '/simulation/enter', { body: { name: 'Budi' } })
  assertFrame(answer, 1)
  return textAt(answer.body, 'token')
}

/** Registers the checks. */
export function registerAgreementSuite(fixture: () => Fixture): void {
  test('API-70 AGR-03 SRV-33 DEC-68: the text of the agreement is plain HTML in both languages, under one version', async () => {
    const w = fixture()
    const { token } = await w.person('perjanjian')
    const versions = new Set<string>()
    for (const [language, first] of [
      ['en', /No real transactions, deposits or withdrawals happen/],
      ['id', /Tidak ada transaksi, setoran, atau penarikan sungguhan/],
    ] as const) {
      const answer = await w.client.call('GET', textPath, {
        token,
        headers: { 'accept-language': language },
      })
      assertFrame(answer, 1)
      const html = textAt(answer.body, 'data')
      assert.match(html, first)
      assert.doesNotMatch(html, /<(?!\/?(?:p|h3|ul|ol|li|strong|em|a)[ >])/)
      assert.doesNotMatch(html, /\son\w+=|style=|javascript:/i)
      versions.add(textAt(answer.body, 'version'))
    }
    assert.equal(versions.size, 1)
    assertRefused(await w.client.call('GET', textPath), 401)
  })

  test('ATT-51 SRV-31 SRV-32: an unverified person can neither agree nor move money, and learns what is missing', async () => {
    const w = fixture()
    const { token } = await w.person('perjanjian')
    for (const [path, body] of [
      ['/users/data-update', { orang_domicile: 'Jalan Kenanga 7' }],
      ['/users/user-agree', {}],
      ['/wallets_idr/deposit', { amount: '50000' }],
      ['/wallets_idr/withdraw', { amount: '50000', otp: '123456' }],
    ] as const) {
      const commandId = newCommandId()
      const answer = await w.client.call('POST', path, { token, body, commandId })
      assertRefused(answer, 403)
      assert.equal(answer.body['code'], 'kyc.required', path)
      assert.deepEqual(objectAt(answer.body, 'params'), { missing: 'kyc' })
    }
  })

  test('R-42: in a simulation starting funds are traded before anything is verified', async () => {
    const w = fixture()
    const person = await w.person('perjanjian')
    const order = { side: 'buy', price: await priceAt(w, 900n), quantity: 100_000n } as const
    assertFrame(await placeOrder(w, person, order), 1)
  })

  test('API-69 R-43 SRV-31 SRV-32: a person who has agreed may agree again, and the details stay unchanged', async () => {
    const w = fixture()
    const token = await demoToken(w)
    const profile = async () =>
      objectAt((await w.client.call('GET', '/users/mydata', { token })).body, 'data')
    const before = await profile()
    assert.deepEqual([before['orang_kyc_status'], before['orang_agreement']], ['approve', 1])
    assert.match(textAt(before, 'orang_nik'), /^•+\d{4}$/)
    assertFrame(await w.client.call('POST', '/users/user-agree', { token, body: {} }), 1)
    const body = { orang_domicile: 'Jalan Kenanga 7' }
    const refused = await w.client.call('POST', '/users/data-update', { token, body })
    assertRefused(refused, 200)
    assert.equal(refused.body['code'], 'agreement.signed')
    for (const wrong of [{ orang_kyc_status: 'approve' }, { role: 'operator' }, { orang_id: 1 }]) {
      const answer = await w.client.call('POST', '/users/data-update', { token, body: wrong })
      assertRefused(answer, 400)
    }
    assert.deepEqual(await profile(), before)
  })
}
