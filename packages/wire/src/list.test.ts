import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRowsMax, numberField, readList, textField, timeField, wordField } from './list.ts'

const fields = {
  id: numberField('orderId'),
  pair: textField('symbol'),
  place: wordField('side', { 'Limit Buy': 'buy', 'Limit Sell': 'sell' }),
  created_at: timeField('createdMs'),
}

const read = (query: object) => readList(query, fields, 'id')
const filtered = (...rules: readonly object[]) => read({ filter_rules: JSON.stringify(rules) })

test('API-03: an empty query is the first page, newest first', () => {
  assert.deepEqual(read({}), { page: 1, rows: 20, sort: 'orderId', order: 'desc', filters: [] })
})

test('API-03: page, rows, sort and order are read and mapped to our names', () => {
  const list = read({ page: '3', rows: '7', sort: 'pair', order: 'ASC', filter_rules: '[]' })
  assert.deepEqual(list, { page: 3, rows: 7, sort: 'symbol', order: 'asc', filters: [] })
})

test('ATT-25: an unknown field cannot sort', () => {
  for (const sort of ['password', 'orderId', '__proto__', 'constructor', 'id desc', '']) {
    assert.equal(read({ sort }), null, sort)
  }
})

test('ATT-26: pages and rows are limited', () => {
  assert.equal(read({ rows: '5000' })?.rows, listRowsMax)
  for (const query of [{ page: '0' }, { page: '-1' }, { page: '1.5' }, { rows: '1e9' }]) {
    assert.equal(read(query), null, JSON.stringify(query))
  }
  assert.equal(read({ page: '99999', rows: '100' }), null, 'too deep')
})

test('ATT-22: malformed or too many filter rules are refused', () => {
  const rule = { field: 'id', op: 'equal', value: 1 }
  for (const filter_rules of ['{', '{}', '[1]', 'null', JSON.stringify([{ ...rule, or: 1 }])]) {
    assert.equal(read({ filter_rules }), null, filter_rules)
  }
  assert.equal(filtered(...Array.from({ length: 11 }, () => rule)), null)
  assert.notEqual(filtered(rule), null)
})

test('ATT-23: only listed fields and operations filter, with valid values', () => {
  assert.deepEqual(filtered({ field: 'place', op: 'equal', value: 'Limit Buy' })?.filters, [
    { field: 'side', op: 'equal', values: ['buy'] },
  ])
  const of = (value: unknown, op = 'equal', field = 'id') => filtered({ field, op, value })
  assert.equal(of('1; drop table'), null)
  assert.equal(of('hold', 'equal', 'place'), null)
  assert.equal(of('yesterday', 'greater', 'created_at'), null)
  assert.equal(of(1, 'contains'), null, 'a number contains nothing')
  assert.equal(of([1, 2]), null, 'many values need the operation in')
  assert.equal(of(1, 'in'), null)
  assert.equal(of(1, 'like'), null)
  assert.equal(of('x\u0000y', 'contains', 'pair'), null)
  assert.deepEqual(of(['Limit Buy', 'Limit Sell'], 'in', 'place')?.filters[0]?.values, [
    'buy',
    'sell',
  ])
})
