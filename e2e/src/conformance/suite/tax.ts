/** Tax records: the tax withheld from a person's trades, as a call and as files. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectAt, rowsAt, textAt } from '../../harness/http.ts'
import { newPerson, type Person } from '../../harness/people.ts'
import { decimalText, type Fixture } from '../fixture.ts'
import { assertRefused } from './frame.ts'
import { tradeBetweenNewPeople } from './orders.ts'

type Month = { readonly year: string; readonly month: string }

/** The month of a time in Jakarta's calendar. */
function monthOf(timeMs: number): Month {
  const there = new Date(timeMs + 7 * 3_600_000)
  return { year: String(there.getUTCFullYear()), month: String(there.getUTCMonth() + 1) }
}

async function evidenceOf({ client }: Fixture, { token }: Person, query: Month) {
  const answer = await client.call('GET', '/tax/evidence', { token, query })
  assert.equal(answer.status, 200, answer.text)
  return objectAt(answer.body, 'data')
}

/** Registers the tests of tax records. */
export function registerTaxSuite(fixture: () => Fixture): void {
  test('SRV-60: the seller’s tax record has 0.21% of the proceeds, the buyer’s nothing', async () => {
    const w = fixture()
    const { seller, buyer, ...deal } = await tradeBetweenNewPeople(w, 1_000_000n)
    // Prices are whole rupiah, so a hundredth of a coin costs as many sen.
    const taxSen = (deal.price * 2_100n) / 1_000_000n
    const month = monthOf(deal.filledMs)
    const data = await evidenceOf(w, seller, month)
    const [row = {}] = rowsAt(data, 'datas')
    assert.equal(rowsAt(data, 'datas').length, 1)
    assert.deepEqual(
      [row['deal'], row['kind'], row['rate'], row['asset'], row['quantity'], row['status']],
      ['sell', 'income_tax', '0.0021', 'BTC', '0.01000000', 'withheld'],
    )
    assert.equal(textAt(row, 'base_idr'), decimalText(deal.price, 2))
    assert.equal(textAt(row, 'tax_idr'), decimalText(taxSen, 2))
    assert.equal(textAt(data, 'total_idr'), decimalText(taxSen, 2))
    assert.equal(textAt(row, 'orderbook_id'), textAt(deal.makerOrder, 'id'))
    assert.deepEqual(rowsAt(await evidenceOf(w, buyer, month), 'datas'), [])
    const { token } = seller
    const file = await w.client.call('GET', '/tax/evidence/csv', { token, query: month })
    const [head, line = '', rest] = file.text.replace('\u{feff}', '').split('\r\n')
    assert.match(head ?? '', /^number,created_at,created_at_wib,market_pair,orderbook_id,deal,/)
    assert.equal(line.split(',')[0], textAt(row, 'number'))
    assert.equal(rest, '')
    const pdf = await w.client.call('GET', '/tax/evidence/pdf', { token, query: month })
    assert.equal(pdf.headers.get('content-type'), 'application/pdf')
    assert.match(pdf.text, /^%PDF-1\.7\n[^]*%%EOF\n$/)
  })

  test("ATT-27: a tax record has only the user's own trades, of a month or year that has begun", async () => {
    const w = fixture()
    const { token } = await newPerson(w.client, 'masa')
    for (const path of ['/tax/evidence', '/tax/evidence/csv', '/tax/evidence/pdf']) {
      assertRefused(await w.client.call('GET', path, { query: monthOf(Date.now()) }), 401)
      for (const query of [{}, { year: '26' }, { year: '2026', month: '13' }]) {
        assertRefused(await w.client.call('GET', path, { token, query }), 400)
      }
      const ahead = await w.client.call('GET', path, { token, query: { year: '2099' } })
      assert.equal(ahead.body['code'], 'tax.period_ahead')
    }
  })
}
