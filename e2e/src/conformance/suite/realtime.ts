/** The socket: public books and trades for everybody, private events only for their owner. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { io } from 'socket.io-client'
import type { Json, JsonObject } from '../../harness/http.ts'
import { isObject, rowsAt, textAt } from '../../harness/http.ts'
import { goodPassword, signIn } from '../../harness/people.ts'
import { type Listener, openSocket, type SocketOptions } from '../../harness/sockets.ts'
import { until } from '../../harness/until.ts'
import { assertEventContract } from '../checked-client.ts'
import {
  cancel,
  placedOrder,
  pair,
  placeOrder,
  priceAt,
  readBalances,
  parseUnits,
  type Fixture,
} from '../fixture.ts'
import { tradeBetweenPeople } from './orders.ts'

const otherPair = 'ETH_IDR'
/** The limit for the answer to a subscription. */
const answerMs = 20_000
const privateEvents = ['ubal', 'notif_obooks_result', 'notif', 'kyc_status']

/** Opens sockets, passes them to the test, and always closes them. */
async function withSockets(
  fixture: Fixture,
  options: readonly SocketOptions[],
  run: (...listeners: Listener[]) => Promise<void>,
): Promise<void> {
  const listeners = await Promise.all(options.map((one) => openSocket(fixture.url, one)))
  try {
    await run(...listeners)
    for (const { received } of listeners) for (const one of received) assertEventContract(one)
  } finally {
    for (const listener of listeners) listener.close()
  }
}

const rowsOf = (data: Json): readonly JsonObject[] =>
  Array.isArray(data) ? data.filter((row: Json) => isObject(row)) : []

/** Waits for new trades; returns the number of their command. */
async function waitForTrades(listener: Listener | undefined): Promise<{ readonly at: number }> {
  const received = await listener?.wait('histories', (data) => data['prepended'] === true)
  return { at: Number(received?.['seq'] ?? 0) }
}

function registerPublic(fixture: () => Fixture): void {
  test('RT-07 RT-08 R-20 BOOK-08 SRV-54: a subscriber gets whole sides with seq and checksum', async () => {
    const w = fixture()
    await withSockets(w, [{ pairs: [pair] }], async (listener) => {
      await w.client.call('GET', '/obooks/emit/1')
      for (const [event, place] of [
        ['sells', 'Limit Sell'],
        ['buys', 'Limit Buy'],
      ] as const) {
        const picture = await listener.wait(event, (data) => data['pair'] === pair)
        assert.ok(Number.isInteger(picture['seq']))
        assert.ok('checksum' in picture)
        const rows = rowsOf(picture['data'] ?? null)
        assert.ok(rows.length > 0 && rows.length <= 200)
        for (const row of rows) {
          assert.equal(row['market_place'], place)
          assert.equal(row['id'], null)
          assert.equal(row['orang_id'], null)
        }
      }
    })
  })

  test('R-20: a placed order changes the book, and books never go back in time', async () => {
    const w = fixture()
    const rini = await w.person('rini')
    const price = await priceAt(w, 852n)
    await withSockets(w, [{ pairs: [pair] }], async (listener) => {
      const order = placedOrder(
        await placeOrder(w, rini, { side: 'buy', price, quantity: 31_415n }),
      )
      const shows = (data: JsonObject) =>
        rowsOf(data['data'] ?? null).some(
          (row) => parseUnits(textAt(row, 'market_position'), 2) === price * 100n,
        )
      await listener.wait('buys', shows)
      await cancel(w, rini, textAt(order, 'id'))
      await until('the level to disappear', () => {
        const last = listener.of('buys').at(-1)
        return isObject(last) && !shows(last)
      })
      const numbers = listener.of('buys').map((data) => (isObject(data) ? Number(data['seq']) : 0))
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => a - b),
      )
    })
  })

  test('RT-09 DEC-89 R-20 SRV-54: trades come as prepended rows, numbered without a gap', async () => {
    const w = fixture()
    const [seller, buyer] = [await w.person('penjual'), await w.person('pembeli')]
    await withSockets(w, [{ pairs: [pair] }], async (listener) => {
      for (let i = 0; i < 3; i++) await tradeBetweenPeople(w, seller, buyer, 13_000n + BigInt(i))
      await listener.wait('histories', (data) =>
        rowsOf(data['data'] ?? null).some((row) => row['mclose_symbol_a'] === '0.00013002'),
      )
      const fresh = listener
        .of('histories')
        .filter((data): data is JsonObject => isObject(data) && data['prepended'] === true)
      const numbers = fresh
        .flatMap((data) => rowsOf(data['data'] ?? null).map((row) => Number(row['no'])))
        .toSorted((a, b) => a - b)
      const first = numbers[0] ?? 0
      assert.deepEqual(
        numbers,
        numbers.map((_, i) => first + i),
      )
      for (const data of fresh) {
        assert.equal(data['pair'], pair)
        assert.ok(Number.isInteger(data['seq']))
      }
    })
  })

  test('RT-02 R-20 RT-01: without a subscription a socket gets market_update of all markets', async () => {
    const w = fixture()
    await withSockets(w, [{}], async (listener) => {
      const seen = await until('market_update', () => listener.of('market_update').at(0))
      assert.match(JSON.stringify(seen), /BTC_IDR/)
      for (const key of [
        'last_price',
        'last_bid',
        'last_ask',
        'change_24h',
        'high_24h',
        'low_24h',
        'vol_24h',
      ]) {
        assert.ok(JSON.stringify(seen).includes(key), key)
      }
      assert.deepEqual(listener.of('sells'), [])
    })
  })

  test('R-20 RT-09: a client that names events gets only these, and one that names unknown events is refused', async () => {
    const w = fixture()
    const [seller, buyer] = [await w.person('penjual'), await w.person('pembeli')]
    await withSockets(w, [{}, {}, { pairs: [pair] }], async (...listeners) => {
      const [chart, refused, whole] = listeners
      const ask = async (listener: Listener | undefined, only: Json): Promise<JsonObject> => {
        const socket = listener?.socket.timeout(answerMs)
        const answer: Json = await socket?.emitWithAck('subscribe', { pair, only })
        return isObject(answer) ? answer : {}
      }
      assert.equal((await ask(chart, ['histories']))['success'], 1)
      for (const only of [['ubal'], ['histories', 'ubal'], [], 'histories', [null]]) {
        assert.equal((await ask(refused, only))['success'], 0, JSON.stringify(only))
      }
      await chart?.wait('histories', () => true)
      chart?.clear()
      refused?.clear()
      await tradeBetweenPeople(w, seller, buyer, 18_000n)
      await w.client.call('GET', '/obooks/emit/1')
      const { at } = await waitForTrades(chart)
      for (const event of ['sells', 'buys', 'market_update']) {
        await whole?.wait(event, (data) => Number(data['seq']) >= at)
      }
      await chart?.wait('heartbeat', (data) => Number(data['seq']) >= at)
      const heard = new Set(chart?.received.map(({ event }) => event))
      assert.deepEqual([...heard].toSorted(), ['heartbeat', 'histories'])
      assert.deepEqual(refused?.of('histories'), [])
    })
  })

  test('ATT-109 DEC-125: no public event names an owner', async () => {
    const w = fixture()
    const [seller, buyer] = [await w.person('penjual'), await w.person('pembeli')]
    await withSockets(w, [{ pairs: [pair] }, {}], async (...listeners) => {
      await tradeBetweenPeople(w, seller, buyer, 17_000n)
      const [subscriber] = listeners
      await subscriber?.wait('histories', () => true)
      for (const { event, data } of listeners.flatMap(({ received }) => received)) {
        const text = JSON.stringify(data)
        assert.ok(!privateEvents.includes(event), `${event} came to a guest`)
        assert.doesNotMatch(text, /"orang_id":(?!null)|account|email|saldo/i, event)
        for (const { name, email } of [seller, buyer]) {
          assert.ok(!text.includes(name) && !text.includes(email))
        }
      }
    })
  })
}

function registerPrivate(fixture: () => Fixture): void {
  test("RT-10 R-20 INV-28 SRV-54 DEC-21: ubal has the same absolute values as the owner's list", async () => {
    const w = fixture()
    const wati = await w.person('wati')
    await withSockets(w, [{ token: wati.token, pairs: [pair] }], async (listener) => {
      const order = placedOrder(
        await placeOrder(w, wati, {
          side: 'buy',
          price: await priceAt(w, 853n),
          quantity: 20_000n,
        }),
      )
      const { idr, idrHeld } = await readBalances(w, wati)
      const own = await until('ubal with the hold', () =>
        listener
          .of('ubal')
          .flatMap((data) => rowsOf(data))
          .find(
            (row) => isObject(row['lock']) && parseUnits(textAt(row['lock'], 'IDR'), 2) === idrHeld,
          ),
      )
      assert.equal(textAt(own, 'u'), String(wati.usid))
      assert.equal(parseUnits(textAt(own, 'IDR'), 2), idr)
      assert.ok(Number.isInteger(own['seq']))
      await cancel(w, wati, textAt(order, 'id'))
    })
  })

  test('RT-06 HIST-08 SRV-54 DEC-123 DEC-124 DEC-21: both owners are notified that their order closed, and nobody else', async () => {
    const w = fixture()
    const [seller, buyer, mallory] = [
      await w.person('penjual'),
      await w.person('pembeli'),
      await w.person('mallory'),
    ]
    const options = [seller, buyer, mallory].map(({ token }) => ({ token, pairs: [pair] }))
    await withSockets(w, options, async (...listeners) => {
      const deal = await tradeBetweenPeople(w, seller, buyer, 19_000n)
      for (const [i, person, order] of [
        [0, seller, deal.makerOrder],
        [1, buyer, deal.takerOrder],
      ] as const) {
        const id = textAt(order, 'id')
        const received = await listeners[i]?.wait(
          'notif_obooks_result',
          // A maker may have received an earlier event that the order rests.
          (data) => textAt(data, 'id') === id && data['status'] === 'close',
        )
        assert.equal(textAt(received ?? {}, 'uid'), String(person.usid))
        assert.ok('result' in (received ?? {}))
      }
      const foreign = listeners[2]?.received.filter(({ event }) => privateEvents.includes(event))
      assert.deepEqual(foreign, [])
    })
  })

  test("ATT-105 DEC-123 DEC-125: a client cannot join another user's room", async () => {
    const w = fixture()
    const [wati, mallory] = [await w.person('wati'), await w.person('mallory')]
    await withSockets(
      w,
      [{}, { token: mallory.token }, { token: wati.token }],
      async (...listeners) => {
        const [guest, intruder, own] = listeners
        for (const listener of [guest, intruder]) {
          for (const room of [
            `user:${wati.usid}`,
            `u:${wati.usid}`,
            `${wati.usid}`,
            `account:${wati.usid}`,
          ]) {
            for (const event of ['join', 'subscribe', 'room', 'joinRoom']) {
              listener?.socket.emit(event, room)
              listener?.socket.emit(event, {
                pair: room,
                room,
                uid: wati.usid,
                orang_id: wati.usid,
              })
            }
          }
        }
        const order = placedOrder(
          await placeOrder(w, wati, {
            side: 'buy',
            price: await priceAt(w, 854n),
            quantity: 20_000n,
          }),
        )
        await until('the notification of the owner', () => own?.of('ubal').length)
        await cancel(w, wati, textAt(order, 'id'))
        for (const listener of [guest, intruder]) {
          const foreign = listener?.received.filter(({ event }) => privateEvents.includes(event))
          assert.deepEqual(foreign, [])
        }
      },
    )
  })

  test('ATT-108 DEC-125: a token in the query or the cookie opens no private room', async () => {
    const w = fixture()
    const wati = await w.person('wati')
    const socket = io(w.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      query: { token: wati.token, jwt: wati.token },
      extraHeaders: { cookie: `jwt=${wati.token}; usid=${wati.usid}` },
    })
    const heard: string[] = []
    socket.onAny((event: string) => heard.push(event))
    await withSockets(w, [{ token: wati.token }], async (own) => {
      const order = placedOrder(
        await placeOrder(w, wati, {
          side: 'buy',
          price: await priceAt(w, 855n),
          quantity: 20_000n,
        }),
      )
      await until('the notification of the owner', () => own?.of('ubal').length)
      await cancel(w, wati, textAt(order, 'id'))
    })
    socket.close()
    assert.ok(!heard.some((event) => privateEvents.includes(event)), heard.join())
  })

  test('M-5: the token of a session with a cookie opens no socket and no call without the cookie', async () => {
    const w = fixture()
    const headers = { 'x-session-cookie': '1' }
    const entered = await w.client.call('POST', '/simulation/enter', { body: {}, headers })
    const token = textAt(entered.body, 'token')
    const kept = entered.headers.get('set-cookie') ?? ''
    assert.match(kept, /; HttpOnly; SameSite=Strict/)
    const cookie = { cookie: `jwt=${token}; ${kept.split(';')[0]}` }
    const check = (with_: Record<string, string>) =>
      w.client.call('POST', '/users/check-token', { token, headers: with_ })
    assert.equal((await check({})).status, 401)
    assert.equal((await check(cookie)).status, 200)
    await assert.rejects(openSocket(w.url, { token }), /session.invalid/)
    await withSockets(w, [{ token, headers: cookie }], async (own) => {
      // Longer than the server's interval between two checks of the session.
      await until('four heartbeats', () => (own?.of('heartbeat') ?? []).length >= 4)
    })
  })

  test('ATT-108: a foreign origin gets no socket', async () => {
    const headers = { origin: 'https://evil.example' }
    await assert.rejects(openSocket(fixture().url, { headers }))
  })

  test('ATT-02 ATT-108 SRV-83: a socket receives nothing private after its session is signed out', async () => {
    const w = fixture()
    const wati = await w.person('wati')
    const token = textAt((await signIn(w.client, wati.email, goodPassword)).body, 'token')
    await withSockets(w, [{ token }, { token: wati.token }], async (dead, live) => {
      await w.client.call('POST', '/auth/signout', { token })
      await until('the socket to be closed', () => dead !== undefined && !dead.socket.connected)
      dead?.clear()
      const order = placedOrder(
        await placeOrder(w, wati, {
          side: 'buy',
          price: await priceAt(w, 856n),
          quantity: 20_000n,
        }),
      )
      await until('the other socket to hear of it', () => live?.of('ubal').length)
      await cancel(w, wati, textAt(order, 'id'))
      assert.deepEqual(
        dead?.received.filter(({ event }) => privateEvents.includes(event)),
        [],
      )
    })
  })
}

function registerFloods(fixture: () => Fixture): void {
  test('ATT-106: a connection opens one socket, a second one ends it', async () => {
    const w = fixture()
    await withSockets(w, [{}], async (listener) => {
      const engine = listener?.socket.io.engine
      const closed = new Promise<void>((resolve) => engine?.once('close', () => resolve()))
      engine?.write('0')
      await closed
      assert.equal((await w.client.call('GET', '/healthz')).status, 200)
    })
  })

  test('ATT-106: a connection that pings below the protocol without end is ended', async () => {
    const w = fixture()
    await withSockets(w, [{}], async (listener) => {
      const engine = listener?.socket.io.engine
      const closed = new Promise<void>((resolve) => engine?.once('close', () => resolve()))
      const line: unknown = Reflect.get(engine?.transport ?? {}, 'ws')
      assert.ok(line instanceof Object && 'ping' in line && typeof line.ping === 'function')
      for (let count = 0; count < 1_000; count++) line.ping()
      await closed
      assert.equal((await w.client.call('GET', '/healthz')).status, 200)
    })
  })

  test('ATT-106: a guest who switches markets without end gets books at a limited rate', async () => {
    const pairs = [pair, otherPair]
    await withSockets(fixture(), [{}], async (listener) => {
      const startedAt = performance.now()
      for (let at = 0; at < 21; at++) {
        const wanted = pairs[at % pairs.length] ?? pair
        listener?.clear()
        listener?.socket.emit('subscribe', { pair: wanted })
        await listener?.wait('histories', (data) => data['pair'] === wanted)
      }
      const tookMs = performance.now() - startedAt
      assert.ok(tookMs > 2_000, `21 pictures in ${Math.round(tookMs)} ms`)
    })
  })

  test('ATT-106 FLT-20: a flood, a huge frame and unknown events do not affect other clients', async () => {
    const w = fixture()
    await withSockets(w, [{ pairs: [pair] }, {}], async (quiet, flooder) => {
      for (let i = 0; i < 3_000; i++) flooder?.socket.emit('subscribe', { pair: `X${i}` })
      flooder?.socket.emit('no-such-event', { a: [1, { b: null }] })
      flooder?.socket.emit('subscribe', null)
      flooder?.socket.emit('subscribe', { pair: { toString: 1 } })
      flooder?.socket.emit('subscribe', ...Array.from({ length: 100 }, () => Buffer.alloc(8)))
      flooder?.socket.emit('subscribe', { pair: 'x'.repeat(1_100_000) })
      quiet?.clear()
      await w.client.call('GET', '/obooks/emit/1')
      await quiet?.wait('sells', (data) => rowsAt(data, 'data').length > 0)
      assert.equal((await w.client.call('GET', '/healthz')).status, 200)
    })
  })
}

/** Registers the tests of the socket. */
export function registerRealtimeSuite(fixture: () => Fixture): void {
  registerPublic(fixture)
  registerPrivate(fixture)
  registerFloods(fixture)
}
