/** The files of a person's orders and fills: their content, their reader and their formats. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCommandId, objectAt, rowsAt, textAt, untilKnown } from '../../harness/http.ts'
import { newPerson, type Person } from '../../harness/people.ts'
import { cancel, placedOrder, pair, placeOrder, priceAt, type Fixture } from '../fixture.ts'
import { assertRefused } from './frame.ts'
import { tradeBetweenPeople, detailRows } from './orders.ts'

const paths = { orders: '/obooks/export', fills: '/histories/export' } as const
const heads = {
  orders:
    'id,market_pair,market_place,market_status,market_position,quantity,remaining_quantity,' +
    'market_amount_start,market_amount,market_result_including_fee,matched_count,close_reason,' +
    'time_in_force,post_only,created_at,created_at_wib,updated_at,updated_at_wib',
  fills:
    'no,orderbook_id,market_pair,side,aggressor,mclose_position,mclose_symbol_a_nofee,' +
    'mclose_symbol_a,mclose_symbol_b_nofee,mclose_symbol_b,charge_currency,charge_fee,' +
    'charge_bourse,charge_vat,charge_income_tax,a_tax_idr,b_tax_idr,created_at,created_at_wib',
} as const

type FileName = keyof typeof paths
type Row = Readonly<Record<string, string>>

/** Downloads a file with its headers; repeats the request while its figures are being written. */
async function download(fixture: Fixture, person: Person, name: FileName, language = 'en') {
  const headers = { jwt: person.token, 'accept-language': language }
  const response = await untilKnown(() => fetch(new URL(paths[name], fixture.url), { headers }))
  assert.equal(response.status, 200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes)
  return { headers: response.headers, bytes, lines: text.slice(1).split('\r\n').slice(0, -1) }
}

/** The rows of an English file by the names in its header; no cell contains a comma. */
async function rowsOf(fixture: Fixture, person: Person, name: FileName): Promise<readonly Row[]> {
  const [head = '', ...lines] = (await download(fixture, person, name)).lines
  assert.equal(head, heads[name])
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    assert.equal(cells.length, names.length, line)
    return Object.fromEntries(names.map((column, at) => [column, cells[at] ?? '']))
  })
}

/** A time of the API in Jakarta's local time. */
function jakartaOf(iso: string): string {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Jakarta',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return clock.format(new Date(iso))
}

function registerContents(fixture: () => Fixture): void {
  test("SRV-55 HIST-04: the file of orders has each of the user's orders, open and closed, as in the lists", async () => {
    const w = fixture()
    const person = await newPerson(w.client, 'berkas')
    const price = await priceAt(w, 850n)
    const ids: string[] = []
    for (const quantity of [20_000n, 30_000n]) {
      ids.unshift(
        textAt(placedOrder(await placeOrder(w, person, { side: 'buy', price, quantity })), 'id'),
      )
    }
    await cancel(w, person, ids[1] ?? '')
    const rows = await rowsOf(w, person, 'orders')
    assert.deepEqual(
      rows.map(({ id }) => id),
      ids,
    )
    for (const [at, list] of ['/obooks/myobook-open', '/obooks/myobook-close'].entries()) {
      const answer = await w.client.call('GET', list, { token: person.token })
      const [listed = {}] = rowsAt(objectAt(answer.body, 'data'), 'datas')
      const row = rows[at] ?? {}
      for (const [name, cell] of Object.entries(row)) {
        if (name.endsWith('_wib')) assert.equal(cell, jakartaOf(row[name.slice(0, -4)] ?? ''))
        else if (name === 'post_only') assert.equal(cell, 'no')
        else assert.equal(cell, listed[name] === null ? '' : textAt(listed, name), name)
      }
    }
  })

  test("SRV-59 SRV-60 HIST-11: the file of fills has each of the user's fills with its charges and taxes", async () => {
    const w = fixture()
    const [seller, buyer] = [await w.person('penjual'), await w.person('pembeli')]
    const deal = await tradeBetweenPeople(w, seller, buyer, 43_210n)
    const sides = [
      { person: buyer, order: deal.takerOrder, currency: 'BTC', side: 'buy' },
      { person: seller, order: deal.makerOrder, currency: 'IDR', side: 'sell' },
    ]
    for (const { person, order, currency, side } of sides) {
      const id = textAt(order, 'id')
      const found = (await rowsOf(w, person, 'fills')).filter((row) => row['orderbook_id'] === id)
      assert.equal(found.length, 1)
      const [row = {}] = found
      const [fill = {}] = await detailRows(w, person, id)
      const named = ['no', 'side', 'aggressor', 'created_at', ...Object.keys(row)].filter(
        (name) =>
          name.startsWith('mclose_') || ['no', 'side', 'aggressor', 'created_at'].includes(name),
      )
      for (const name of named) assert.equal(row[name], textAt(fill, name), name)
      assert.equal(row['market_pair'], pair)
      assert.equal(row['side'], side)
      assert.equal(row['charge_currency'], currency)
      for (const charge of rowsAt(fill, 'charges')) {
        assert.equal(row[`charge_${textAt(charge, 'kind')}`], textAt(charge, 'amount'))
      }
      const taxes = objectAt(fill, 'price_conversion')
      for (const name of ['a_tax_idr', 'b_tax_idr']) assert.equal(row[name], textAt(taxes, name))
      assert.equal(row['created_at_wib'], jakartaOf(row['created_at'] ?? ''))
    }
  })

  test("ATT-27: a file never has another user's orders and fills, whatever the request", async () => {
    const w = fixture()
    const [seller, mallory] = [await w.person('penjual'), await newPerson(w.client, 'mallory')]
    for (const name of ['orders', 'fills'] as const) {
      const path = `${paths[name]}?orang_id=${seller.usid}&pair=${pair}`
      const answer = await w.client.call('GET', path, { token: mallory.token })
      assert.equal(answer.text.replace('\u{feff}', ''), `${heads[name]}\r\n`)
      assertRefused(await w.client.call('GET', paths[name]), 401)
      const unknown = await w.client.call('GET', `${paths[name]}?pair=NO_SUCH`, {
        token: mallory.token,
      })
      assertRefused(unknown, 404)
    }
  })
}

function registerForm(fixture: () => Fixture): void {
  test('ATT-33: a file is UTF-8 with its mark, in the form of the reader’s spreadsheet', async () => {
    const w = fixture()
    const person = await newPerson(w.client, 'bentuk')
    const wish = { side: 'buy', price: await priceAt(w, 850n), quantity: 20_000n } as const
    await placeOrder(w, person, { ...wish, commandId: newCommandId() })
    const english = await download(w, person, 'orders')
    assert.deepEqual([...english.bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
    assert.equal(english.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.match(
      english.headers.get('content-disposition') ?? '',
      /^attachment; filename="tukar-orders-\d{4}-\d\d-\d\d\.csv"$/,
    )
    assert.equal(english.headers.get('x-content-type-options'), 'nosniff')
    const indonesian = await download(w, person, 'orders', 'id')
    const figure = english.lines[1]?.split(',')[5] ?? ''
    assert.match(figure, /^0\.\d{8}$/)
    assert.equal(indonesian.lines[0], heads.orders.replaceAll(',', ';'))
    assert.equal(indonesian.lines[1]?.split(';')[5], figure.replace('.', ','))
  })

  test('SRV-04: too many requests for files are refused', async () => {
    const w = fixture()
    const person = await newPerson(w.client, 'banyak')
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => w.client.call('GET', paths.fills, { token: person.token })),
    )
    const refused = answers.filter(({ status }) => status === 429)
    assert.ok(refused.length > 0 && refused.length < answers.length)
    for (const answer of refused) assert.equal(answer.body['code'], 'request.rate')
  })
}

/** Registers the tests of the files. */
export function registerExportSuite(fixture: () => Fixture): void {
  registerContents(fixture)
  registerForm(fixture)
}
