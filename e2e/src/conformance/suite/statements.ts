/** Statements: every change of a person's balances with its cause, as calls and as a file. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectAt, rowsAt, textAt } from '../../harness/http.ts'
import { newPerson } from '../../harness/people.ts'
import { decimalText, readBalances, parseUnits, type Fixture } from '../fixture.ts'
import { assertRefused } from './frame.ts'
import { tradeBetweenNewPeople } from './orders.ts'

const decimals: Readonly<Record<string, number>> = { IDR: 2, BTC: 8 }

/** Registers the tests of statements. */
export function registerStatementSuite(fixture: () => Fixture): void {
  test('INV-03: a statement leads from zero to the balances, each line following from the previous one', async () => {
    const w = fixture()
    const { seller, buyer, makerOrder, takerOrder } = await tradeBetweenNewPeople(w, 54_321n)
    for (const [person, order] of [
      [seller, makerOrder],
      [buyer, takerOrder],
    ] as const) {
      const { token } = person
      const answer = await w.client.call('GET', '/statements', { token, query: { rows: 100 } })
      const data = objectAt(answer.body, 'data')
      const lines = [...rowsAt(data, 'datas')].reverse()
      assert.equal(Number(textAt(data, 'total')), lines.length)
      const running = new Map<string, bigint>()
      for (const line of lines) {
        const symbol = textAt(line, 'ccurrency_symbol')
        const places = decimals[symbol] ?? 0
        const units = (running.get(symbol) ?? 0n) + parseUnits(textAt(line, 'amount'), places)
        running.set(symbol, units)
        assert.equal(textAt(line, 'balance'), decimalText(units, places))
      }
      const { idr, idrHeld, btc, btcHeld } = await readBalances(w, person)
      assert.deepEqual(Object.fromEntries(running), { IDR: idr + idrHeld, BTC: btc + btcHeld })
      for (const sums of rowsAt(data, 'currencies')) {
        const symbol = textAt(sums, 'ccurrency_symbol')
        const places = decimals[symbol] ?? 0
        assert.equal(textAt(sums, 'closing'), decimalText(running.get(symbol) ?? 0n, places))
      }
      const trades = lines.filter((line) => line['kind'] === 'trade')
      assert.equal(trades.length, 2)
      for (const trade of trades) {
        assert.deepEqual(
          [trade['cause'], trade['cause_id'], trade['market_pair']],
          ['order', order['id'], 'BTC_IDR'],
        )
      }
      assert.ok(lines.some((line) => line['kind'] === 'fee'))
    }
  })

  test("ATT-27: a statement has only the user's own lines, by currency and kind, and its file has the same lines", async () => {
    const w = fixture()
    const [person, other] = [
      await newPerson(w.client, 'rekening'),
      await newPerson(w.client, 'lain'),
    ]
    const { token } = person
    const query = { currency: 'IDR', kind: 'adjustment', orang_id: other.usid }
    const answer = await w.client.call('GET', '/statements', { token, query })
    const lines = rowsAt(objectAt(answer.body, 'data'), 'datas')
    assert.deepEqual(
      lines.map((line) => [line['ccurrency_symbol'], line['reason']]),
      [['IDR', 'starting_fund']],
    )
    const file = await w.client.call('GET', '/statements/csv', { token, query })
    const [head, line = '', rest] = file.text.replace('\u{feff}', '').split('\r\n')
    assert.match(head ?? '', /^id,created_at,created_at_wib,currency,kind,reason,amount_in,/)
    assert.equal(line.split(',')[0], textAt(lines[0] ?? {}, 'id'))
    assert.equal(rest, '')
    const document = await w.client.call('GET', '/statements/pdf', { token, query })
    assert.ok(document.text.startsWith('%PDF-'))
    for (const path of ['/statements', '/statements/csv', '/statements/pdf']) {
      assertRefused(await w.client.call('GET', path), 401)
      for (const from of ['2026-02-30', '1999-01-01']) {
        assertRefused(await w.client.call('GET', path, { token, query: { from } }), 400)
      }
    }
  })
}
