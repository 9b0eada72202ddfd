import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { List } from '@tukar/wire'
import { selectRows } from './select-rows.ts'

const records = [
  { id: 1, symbol: 'BTC_IDR', group: 'a' },
  { id: 2, symbol: 'ETH_IDR', group: 'b' },
  { id: 3, symbol: 'BTC_USDT', group: 'a' },
]
const all: List = { page: 1, rows: 20, sort: 'id', order: 'asc', filters: [] }

function ids(list: Partial<List>): readonly number[] {
  const valueOf = (record: (typeof records)[number], name: string) =>
    name === 'symbol' ? record.symbol : name === 'group' ? record.group : record.id
  return selectRows({ ...all, ...list }, records, 'id', valueOf).rows.map(({ id }) => id)
}

test('API-03: records are sorted, ties in the same direction', () => {
  assert.deepEqual(ids({}), [1, 2, 3])
  assert.deepEqual(ids({ sort: 'group', order: 'desc' }), [2, 3, 1])
})

test('API-03: a page is a range of the result, the total is its size', () => {
  assert.deepEqual(ids({ page: 2, rows: 2 }), [3])
  assert.equal(selectRows({ ...all, rows: 1 }, records, 'id', ({ id }) => id).total, 3)
})

test('ATT-23 DEC-137: each operation matches its definition', () => {
  const found = (
    op: List['filters'][number]['op'],
    field: string,
    ...values: (string | number)[]
  ) => ids({ filters: [{ field, op, values }] })
  assert.deepEqual(found('equal', 'id', 2), [2])
  assert.deepEqual(found('notequal', 'id', 2), [1, 3])
  assert.deepEqual(found('contains', 'symbol', 'BTC'), [1, 3])
  assert.deepEqual(found('greater', 'id', 1), [2, 3])
  assert.deepEqual(found('less', 'id', 3), [1, 2])
  assert.deepEqual(found('in', 'id', 1, 3), [1, 3])
})
