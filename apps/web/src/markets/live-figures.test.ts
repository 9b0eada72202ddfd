import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withFigures } from './live-figures.ts'
import { readMarket } from './wire.ts'
import { marketRow } from './testing/market-row.ts'

const listed = [readMarket(marketRow), readMarket({ ...marketRow, id: 2, pair: 'ETH_IDR' })]

test('TRADE-09: the list shows figures from events, and unaffected markets are unchanged', () => {
  const first = { BTC_IDR: { lastPrice: '10' }, ETH_IDR: { lastPrice: '3' } }
  const before = withFigures(listed, first)
  assert.deepEqual(
    before.map(({ lastPrice }) => lastPrice),
    ['10', '3'],
  )
  const after = withFigures(listed, { ...first, BTC_IDR: { lastPrice: '11' } })
  assert.equal(after[0]?.lastPrice, '11')
  assert.equal(after[1], before[1], 'the row of the other is not drawn again')
  assert.deepEqual(withFigures(listed, {}), listed)
})
