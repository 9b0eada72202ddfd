import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountFromText } from '../../ui/amount-model.ts'
import { findHint } from '../hints.ts'
import { findOrderFault } from './order-fault.ts'
import { changeTicket, emptyTicket, type Ticket, type TicketRules } from './ticket.ts'

const buying: TicketRules = {
  side: 'buy',
  priceDecimals: 2,
  baseDecimals: 8,
  baseScale: 100_000_000,
  tick: 100_000,
  lot: 1,
}

/** A ticket with this input, typed in sequence. */
const typed = (
  fields: Partial<Record<'price' | 'quantity' | 'total', string>>,
  rules: TicketRules = buying,
): Ticket => {
  const order = ['price', 'quantity', 'total'] as const
  return order.reduce((ticket, field) => {
    const text = fields[field]
    if (text === undefined) return ticket
    const input = amountFromText(text, field === 'quantity' ? 8 : 2)
    return changeTicket(rules, ticket, { kind: field, input })
  }, emptyTicket)
}
const fault = (fields: Parameters<typeof typed>[0], rules: TicketRules = buying) => {
  const found = findOrderFault(rules, typed(fields, rules))
  return found === null ? null : `${found.field} ${found.kind}`
}

test('FORM-11: input that is no order has a fault at its field, on both sides', () => {
  for (const rules of [buying, { ...buying, side: 'sell' } as const]) {
    assert.equal(fault({}, rules), 'price missing')
    assert.equal(fault({ price: '0', quantity: '1' }, rules), 'price missing')
    assert.equal(fault({ price: '1000000' }, rules), 'quantity missing')
    assert.equal(fault({ price: '1000000', quantity: '0,0' }, rules), 'quantity missing')
    assert.equal(fault({ price: 'abc', quantity: '1' }, rules), 'price unreadable')
    assert.equal(fault({ price: '1000000', quantity: '1x' }, rules), 'quantity unreadable')
    assert.equal(fault({ price: '1000000', total: '1e5' }, rules), 'total unreadable')
    assert.equal(fault({ price: '9'.repeat(22), quantity: '1' }, rules), 'price tooLarge')
    assert.equal(fault({ price: '1000000', quantity: '9'.repeat(40) }, rules), 'quantity tooLarge')
    assert.equal(fault({ price: '1000000', total: '9'.repeat(30) }, rules), 'total tooLarge')
  }
})

test('DEC-81: every order is left to the exchange, however small, precise or expensive', () => {
  assert.equal(fault({ price: '1000000', quantity: '0,1' }), null)
  assert.equal(fault({ price: '1000000', quantity: '0,123456789' }), null)
  assert.equal(fault({ price: '1000001', quantity: '0,00000001' }), null)
  assert.equal(fault({ price: '90000000000000', total: '0,01' }), null)
  assert.equal(fault({ price: '1.650', quantity: '0,1' }), null, 'that is a question')
})

test('R-07: an amount with too many digits is a fault at its field while it is typed', () => {
  const hint = (fields: Parameters<typeof typed>[0]) =>
    findHint(buying, { notionalMin: 1 }, typed(fields), null)
  assert.deepEqual(hint({ price: '9'.repeat(22) }), { kind: 'tooLarge', field: 'price' })
  assert.deepEqual(hint({ quantity: '9'.repeat(22) }), { kind: 'tooLarge', field: 'quantity' })
  assert.deepEqual(hint({ price: '90000000000000', quantity: '90000000' }), {
    kind: 'tooLarge',
    field: 'total',
  })
  assert.equal(hint({ price: '1000000' }), null)
})
