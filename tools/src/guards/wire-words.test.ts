import assert from 'node:assert/strict'
import { test } from 'node:test'
import { treeOf } from './tree.ts'
import { wireWordsGuard } from './wire-words.ts'

const messagesFor = (file: string, text: string) =>
  wireWordsGuard.check(treeOf({ [file]: text })).map(({ message }) => message)

const words = ['orang_email', 'mclose_position', 'saldo_amount', 'ccurrency_name', 'market_place']

for (const word of [...words, 'obooks', 'ubal', 'ticker_percent_spread']) {
  test(`${word} stops at the wire`, () => {
    const text = `export const row = { ${word}: 1 }`
    const expected = [`says ${word}, a word of the wire`]
    assert.deepEqual(messagesFor('apps/server/src/modules/orders/service.ts', text), expected)
    assert.deepEqual(messagesFor('apps/server/src/modules/orders/store.ts', text), expected)
    assert.deepEqual(messagesFor('apps/server/src/engine/writer.ts', text), expected)
    assert.deepEqual(messagesFor('apps/web/src/trade/ticket/order-ticket.tsx', text), expected)
    assert.deepEqual(messagesFor('packages/core/src/apply.ts', text), expected)
    assert.deepEqual(messagesFor('packages/wire/src/trading/rows.ts', text), [])
    assert.deepEqual(messagesFor('apps/server/src/modules/orders/routes.ts', text), [])
    assert.deepEqual(messagesFor('apps/server/src/realtime/frames.ts', text), [])
    assert.deepEqual(messagesFor('apps/web/src/trade/wire.ts', text), [])
    assert.deepEqual(messagesFor('apps/web/src/trade/trade-calls.ts', text), [])
  })
}

test('a folder inside a module has its own edges, and its other files have none', () => {
  const text = 'export const row = { ccurrency_id: 1 }'
  const expected = ['says ccurrency_id, a word of the wire']
  const server = 'apps/server/src/modules/wallets/chains'
  assert.deepEqual(messagesFor(`${server}/deposit-routes.ts`, text), [])
  assert.deepEqual(messagesFor(`${server}/withdrawals/routes.ts`, text), [])
  assert.deepEqual(messagesFor(`${server}/withdrawals/service.ts`, text), expected)
  assert.deepEqual(messagesFor('apps/web/src/wallets/chains/coin-calls.ts', text), [])
  assert.deepEqual(messagesFor('apps/web/src/wallets/chains/coin-wire.ts', text), [])
  assert.deepEqual(messagesFor('apps/web/src/wallets/chains/coin-page.tsx', text), expected)
})

test('a comment may name its subject', () => {
  assert.deepEqual(messagesFor('apps/web/src/trade/a.ts', '/** `market_place` */\n// obooks'), [])
})
