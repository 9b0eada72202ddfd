import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { currencyUnits } from '@tukar/money'
import { createHoldStater, deriveStatementKey } from './hold-statement.ts'

const vectorsFile = path.join(import.meta.dirname, '../../../signer/fixtures/holds.json')

test('H-4: holds are stated word for word as the signer reads them, under the key of the engine’s secret', async () => {
  const vectors: unknown = JSON.parse(await readFile(vectorsFile, 'utf8'))
  assert.ok(Array.isArray(vectors) && vectors.length >= 2)
  for (const { secret: text, publicKey, statement } of vectors) {
    const secret = Buffer.from(text)
    const { hold, owner: accountId, currency: code, decimals, left, row, atMs } = statement
    const remaining = currencyUnits(Number(left))
    const currency = { currencyId: 2, code, decimals, supplyMax: remaining }
    const holdId = Number(hold.slice('hold:'.length))
    const held = { holdId, accountId, currencyId: 2, remaining, source: 'chain_withdrawal:1' }
    assert.deepEqual(createHoldStater(secret)(held, { currency, row, atMs }), statement)
    assert.equal(deriveStatementKey(secret), publicKey)
  }
})
