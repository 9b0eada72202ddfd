/** Features beside trading: notifications, the user's profile, contact, files, leaving. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, JsonObject } from '../../harness/http.ts'
import { listRows, textAt, untilKnown } from '../../harness/http.ts'
import { goodPassword, newPerson, type Person, signIn } from '../../harness/people.ts'
import { openSocket } from '../../harness/sockets.ts'
import { until } from '../../harness/until.ts'
import { cancel, placedOrder, placeOrder, priceAt, type Fixture } from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'

const unreadOnly = '[{"field":"read_tf","op":"equal","value":false}]'

function notifications(
  { client }: Fixture,
  person: Person,
  { filters = '[]', rows = 10, language = 'en' } = {},
): Promise<Answer> {
  return client.call('GET', '/notifs', {
    token: person.token,
    query: { page: 1, rows, sort: 'id', order: 'desc', filter_rules: filters },
    headers: { 'accept-language': language },
  })
}

/** Places an order far from the market and cancels it, which creates one notification. */
async function placeAndCancel(fixture: Fixture, person: Person): Promise<void> {
  const price = await priceAt(fixture, 861n)
  const order = placedOrder(
    await placeOrder(fixture, person, { side: 'buy', price, quantity: 20_000n }),
  )
  const answer = await cancel(fixture, person, textAt(order, 'id'))
  assert.equal(answer.body['success'], 1, answer.text)
}

function registerNotifications(fixture: () => Fixture): void {
  test('NOTIF-02 NOTIF-03 NOTIF-05 DATA-08 API-66 API-67 DEC-127 SRV-84 DEC-138: notifications are sent, listed, cleared, kept', async () => {
    const w = fixture()
    const kartika = await w.person('kartika')
    const lina = await w.person('lina')
    await placeAndCancel(w, kartika)
    await placeAndCancel(w, lina)
    const [newest] = listRows(await notifications(w, kartika, { filters: unreadOnly, rows: 1 }))
    assert.ok(newest !== undefined)
    assert.match(textAt(newest, 'notif_text'), /BTC/)
    assert.equal(newest['read_tf'], false)
    assert.match(textAt(newest, 'created_at'), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const [same] = listRows(await notifications(w, kartika, { rows: 1, language: 'id' }))
    assert.equal(same?.['id'], newest['id'])
    assert.notEqual(same?.['notif_text'], newest['notif_text'])
    const cleared = await w.client.call('POST', '/notifs/clear-all', {
      token: kartika.token,
      body: {},
    })
    assertFrame(cleared, 1)
    assert.deepEqual(listRows(await notifications(w, kartika, { filters: unreadOnly })), [])
    const kept = listRows(await notifications(w, kartika)).find((row) => row['id'] === newest['id'])
    assert.equal(kept?.['read_tf'], true)
    const others = listRows(await notifications(w, lina, { filters: unreadOnly }))
    assert.ok(others.length > 0, 'clearing is the own alone')
  })

  test('NOTIF-04 RT-05 DEC-124: its owner is notified at once, and nobody else', async () => {
    const w = fixture()
    const [kartika, lina] = [await w.person('kartika'), await w.person('lina')]
    const [own, other, guest] = await Promise.all([
      openSocket(w.url, { token: kartika.token }),
      openSocket(w.url, { token: lina.token }),
      openSocket(w.url),
    ])
    try {
      await placeAndCancel(w, kartika)
      const event = await own.wait('notif', (data) => textAt(data, 'uid') === String(kartika.usid))
      assert.match(textAt(event, 'message'), /BTC/)
      const [listed] = listRows(await notifications(w, kartika, { rows: 1 }))
      assert.equal(event['message'], listed?.['notif_text'])
      assert.deepEqual([...other.of('notif'), ...guest.of('notif')], [])
    } finally {
      for (const listener of [own, other, guest]) listener.close()
    }
  })
}

function registerProfile(fixture: () => Fixture): void {
  test('SET-06 API-07 DEC-38 SRV-26: the nickname is changed, trimmed and bounded, and nothing else', async () => {
    const { client, person } = fixture()
    const { token, name } = await person('kartika')
    const update = (body: Record<string, string | number>) =>
      client.call('POST', '/users/mydata', { token, body })
    const done = await update({
      orang_nickname: '  Tika ',
      orang_name: 'X',
      orang_kyc_status: 'approve',
      orang_agreement: 1,
    })
    assertFrame(done, 1)
    assert.notEqual(done.body['msg'], '')
    const { body } = await client.call('GET', '/users/mydata', { token })
    const text = JSON.stringify(body)
    assert.match(text, /"orang_nickname":"Tika"/)
    assert.ok(text.includes(`"orang_name":"${name}"`))
    assert.match(text, /"orang_kyc_status":"not approve"/)
    for (const orang_nickname of ['', '  ', 'x'.repeat(51)]) {
      assertRefused(await update({ orang_nickname }), 200, 400)
    }
    assert.equal((await client.call('POST', '/users/mydata', { body: {} })).status, 401)
  })

  /** 100 x 100 pixels of one color. */
  const picture =
    'iVBORw0KGgoAAAANSUhEUgAAAGQAAABkCAMAAABHPGVmAAAAA1BMVEUiRGasd+E4AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAIUlEQVRo3u3BgQAAAADDoPlTX+EAVQEAAAAAAAAAAACPASd0AAG4NzwVAAAAAElFTkSuQmCC'

  test('API-14 DEC-132 SRV-34: a picture is accepted, a web page and a foreign caller are not', async () => {
    const w = fixture()
    const { token } = await w.person('kartika')
    const upload = async (content: Uint8Array<ArrayBuffer>, headers: Record<string, string>) => {
      const body = new FormData()
      body.set('file', new Blob([content]), 'picture.png')
      const answer = await fetch(new URL('/users/upload', w.url), { method: 'POST', body, headers })
      const { success } = (await answer.json()) as JsonObject
      return { status: answer.status, success }
    }
    const png = new Uint8Array(Buffer.from(picture, 'base64'))
    const page = new TextEncoder().encode('<html><script>alert(1)</script></html>')
    assert.deepEqual(await upload(png, { JWT: token }), { status: 200, success: 1 })
    assert.equal((await upload(page, { JWT: token })).success, 0)
    assert.equal((await upload(png, {})).status, 401)
  })
}

function registerContact(fixture: () => Fixture): void {
  const form = { name: 'Lina', email: 'lina@example.test', subject: 'Tanya', message: 'Halo\nApa?' }
  const send = (body: Record<string, string>, language = 'en') =>
    fixture().client.call('POST', '/users/contact-us', {
      body,
      headers: { 'accept-language': language },
    })

  test('LEGAL-05 LEGAL-08 API-71 DEC-03 DATA-24: a guest writes and is thanked in his language', async () => {
    const indonesian = await send(form, 'id')
    assertFrame(indonesian, 1)
    assert.equal(indonesian.body['msg'], 'Terima kasih telah menghubungi kami')
  })

  test('ATT-36 SRV-30: a line break in a one-line field is refused, and so is a text that is too long', async () => {
    assertRefused(await send({ ...form, subject: 'a\r\nBcc: semua@example.test' }), 200, 400)
    assertRefused(await send({ ...form, email: 'a@example.test\nX: y' }), 200, 400)
    assert.equal((await send({ ...form, message: 'x'.repeat(2_000_000) })).status, 413)
  })
}

function registerLeaving(fixture: () => Fixture): void {
  const leave = ({ client }: Fixture, { token }: Person, reason = 'Selesai') =>
    untilKnown(() => client.call('POST', '/users/delete-account', { token, body: { reason } }))

  test('DEC-40 DEL-03 API-08 ATT-02 ATT-20: a deleted account loses token, socket and sign-in', async () => {
    const w = fixture()
    const person = await newPerson(w.client, 'pergi')
    const listener = await openSocket(w.url, { token: person.token })
    let isConnected = true
    listener.socket.on('disconnect', () => (isConnected = false))
    try {
      const answer = await leave(w, person)
      assertFrame(answer, 1)
      const { status } = await w.client.call('GET', '/users/mydata', { token: person.token })
      assert.equal(status, 401)
      await until('the socket is closed', () => !isConnected)
      const again = await signIn(w.client, person.email, goodPassword)
      assert.notEqual(again.body['success'], 1)
    } finally {
      listener.close()
    }
  })

  test('DEC-40 ATT-20 SRV-23: with an open order or without a reason the account stays', async () => {
    const w = fixture()
    const person = await newPerson(w.client, 'tinggal')
    assertRefused(await leave(w, person, '  '), 200, 400)
    const price = await priceAt(w, 862n)
    const order = placedOrder(
      await placeOrder(w, person, { side: 'buy', price, quantity: 20_000n }),
    )
    assertRefused(await leave(w, person), 200)
    await cancel(w, person, textAt(order, 'id'))
    assert.equal((await leave(w, person)).body['success'], 1)
  })
}

/** Registers the tests. */
export function registerAroundSuite(fixture: () => Fixture): void {
  registerNotifications(fixture)
  registerProfile(fixture)
  registerContact(fixture)
  registerLeaving(fixture)
}
