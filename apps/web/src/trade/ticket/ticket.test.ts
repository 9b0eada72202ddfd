import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type BaseUnits,
  buyHold,
  parseUnits,
  type PriceUnits,
  quantityForBudget,
} from '@tukar/money'
import * as fc from 'fast-check'
import { amountFromText } from '../../ui/amount-model.ts'
import {
  buildOrderBody,
  changeTicket,
  emptyTicket,
  readQuantity,
  computeShare,
  type Ticket,
  type TicketAction,
  type TicketRules,
  computeTotal,
} from './ticket.ts'

const buying: TicketRules = {
  side: 'buy',
  priceDecimals: 2,
  baseDecimals: 8,
  baseScale: 100_000_000,
  tick: 100_000,
  lot: 1,
}
const selling: TicketRules = { ...buying, side: 'sell' }

const play = (rules: TicketRules, ...actions: readonly TicketAction[]): Ticket =>
  actions.reduce((ticket, action) => changeTicket(rules, ticket, action), emptyTicket)
const price = (text: string): TicketAction => ({ kind: 'price', input: amountFromText(text, 2) })
const quantity = (text: string): TicketAction => ({
  kind: 'quantity',
  input: amountFromText(text, 8),
})
const total = (text: string): TicketAction => ({ kind: 'total', input: amountFromText(text, 2) })

/** The lowest price that may be listed: a lot is worth at least one quote unit. */
const anyPrice = fc.integer({ min: 1_000, max: 3_000_000 }).map((ticks) => ticks * 100_000)
const anyQuantity = fc.integer({ min: 1, max: 100_000_000 })

test('FORM-07: the total is price × quantity', () => {
  const ticket = play(buying, price('1650000000'), quantity('0.015'))
  assert.equal(ticket.total.raw, '24750000')
})

test('FORM-10, R-01: a buy sends its total rounded up, and the server finds the typed quantity', () => {
  fc.assert(
    fc.property(anyPrice, anyQuantity, (units, lots) => {
      const ticket = play(buying, { kind: 'take', price: units, quantity: lots })
      const body = buildOrderBody(buying, ticket)
      const sent = parseUnits(body?.amount ?? '', 2)
      assert.ok(sent.ok)
      assert.equal(sent.units, buyHold(units as PriceUnits, lots as BaseUnits, buying.baseScale))
      const found = quantityForBudget(
        sent.units,
        units as PriceUnits,
        buying.baseScale,
        1 as BaseUnits,
      )
      assert.equal(found, lots)
    }),
  )
})

test('FORM-10: a sell sends its quantity', () => {
  const body = buildOrderBody(selling, play(selling, price('1650000000'), quantity('0.015')))
  assert.deepEqual(body, {
    side: 'sell',
    price: '1650000000',
    amount: '0.01500000',
    kind: 'gtc',
  })
})

test('FORM-08, DEC-84: a share of the balance gives a quantity that never costs more than the share', () => {
  fc.assert(
    fc.property(
      anyPrice,
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.constantFrom(25, 50, 75, 100),
      (units, available, percent) => {
        const ticket = play(
          buying,
          { kind: 'take', price: units, quantity: null },
          { kind: 'share', percent, available },
        )
        const cost = computeTotal(buying, ticket) ?? 0
        assert.ok(cost <= available)
        const lots = readQuantity(buying, ticket) ?? 0
        const oneMore = buyHold(units as PriceUnits, (lots + 1) as BaseUnits, buying.baseScale)
        assert.ok(BigInt(oneMore) * 100n > BigInt(available) * BigInt(percent) - 100n)
      },
    ),
  )
})

test('FORM-09: a share to sell needs no price', () => {
  const ticket = play(selling, { kind: 'share', percent: 75, available: 2_000_001 })
  assert.equal(ticket.quantity.raw, '0.015')
})

test('FORM-06: a share to buy without a price changes nothing', () => {
  const ticket = play(buying, { kind: 'share', percent: 50, available: 10 ** 9 })
  assert.deepEqual({ ...ticket, actionCount: 0 }, emptyTicket)
})

test('a typed total gives a quantity, and then becomes its cost', () => {
  const ticket = play(buying, price('1650000000'), total('1000000'), { kind: 'totalLeft' })
  assert.equal(ticket.quantity.raw, '0.0006060606060606'.slice(0, 10))
  assert.equal(ticket.total.raw, '999999')
  const other = play(buying, price('1650001000'), total('1000000'))
  assert.equal(other.total.raw, '1000000')
})

test('a new price keeps the field typed last: quantity or total', () => {
  const led = play(buying, price('1000000000'), quantity('0.5'), price('2000000000'))
  assert.equal(led.total.raw, '1000000000')
  const byTotal = play(buying, price('1000000000'), total('500000000'), price('2000000000'))
  assert.equal(byTotal.quantity.raw, '0.25')
})

test('the price follows the last price until one is chosen', () => {
  const followed = play(
    buying,
    { kind: 'lastPrice', price: 165_000_000_000 },
    { kind: 'lastPrice', price: 165_000_100_000 },
  )
  assert.equal(followed.price.raw, '1650001000')
  const chosen = play(buying, price('1640000000'), { kind: 'lastPrice', price: 165_000_000_000 })
  assert.equal(chosen.price.raw, '1640000000')
})

test('BOOK-06 DEC-86: a clicked row fills price and quantity, and the total follows', () => {
  const ticket = play(selling, { kind: 'take', price: 164_990_000_000, quantity: 150_000_000 })
  assert.deepEqual(
    [ticket.price.raw, ticket.quantity.raw, ticket.total.raw],
    ['1649900000', '1.5', '2474850000'],
  )
})

test('an arrow key moves by one tick, or from between two ticks to the next one', () => {
  const step = (steps: number): TicketAction => ({ kind: 'step', field: 'price', steps })
  assert.equal(play(buying, price('1650000000'), step(1)).price.raw, '1650001000')
  assert.equal(play(buying, price('1650000000'), step(-10)).price.raw, '1649990000')
  assert.equal(play(buying, price('1650000500'), step(1)).price.raw, '1650001000')
  assert.equal(play(buying, price('1650000500'), step(-1)).price.raw, '1650000000')
  assert.equal(play(buying, price('1000'), step(-1)).price.raw, '1000')
})

test('R-07: with an ambiguous amount there is no order', () => {
  const ticket = play(buying, price('1650000000'), quantity('1.650'))
  assert.equal(ticket.quantity.trouble, 'ambiguous')
  assert.equal(buildOrderBody(buying, ticket), null)
})

test('DEC-81: an order above the maximum is sent with all its digits', () => {
  const ticket = play(buying, price('90000000000000'), quantity('90000000'))
  assert.equal(computeTotal(buying, ticket), null)
  assert.equal(buildOrderBody(buying, ticket)?.amount, '8100000000000000000000')
})

test('DEC-81: missing, malformed and too precise amounts are sent as typed', () => {
  const sent = (rules: TicketRules, ...actions: readonly TicketAction[]) => {
    const body = buildOrderBody(rules, play(rules, ...actions))
    return [body?.price, body?.amount]
  }
  assert.deepEqual(sent(selling), ['', ''])
  assert.deepEqual(sent(selling, price('abc'), quantity('0')), ['abc', '0'])
  assert.deepEqual(sent(selling, price('1000000'), quantity('0.123456789')), [
    '1000000',
    '0.123456789',
  ])
  assert.deepEqual(sent(buying, price('1000000'), quantity('0.1234567891')), [
    '1000000',
    '123456.7891',
  ])
  assert.deepEqual(sent(buying, price('1000000'), quantity('x')), ['1000000', 'x'])
  assert.deepEqual(sent(buying, quantity('0.5')), ['', '0.5'])
})

test('the slider shows the chosen share, or that of the size', () => {
  const put = play(
    buying,
    { kind: 'take', price: 165_000_000_000, quantity: null },
    { kind: 'share', percent: 37, available: 1_000_003 },
  )
  assert.equal(computeShare(buying, put, 1_000_003), 37)
  const typed = play(buying, price('1650000000'), quantity('0.015'))
  assert.equal(computeShare(buying, typed, 5_000_000_000), 50)
  assert.equal(computeShare(buying, typed, 100), 100)
  assert.equal(computeShare(buying, typed, null), 0)
  assert.equal(computeShare(buying, emptyTicket, 5_000_000_000), 0)
  const more = changeTicket(buying, put, quantity('0.000001'))
  assert.equal(more.share, null)
})

test('every whole percent of the slider equals a button with that percentage', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 1, max: 10 ** 12 }),
      (percent, available) => {
        const ticket = play(selling, { kind: 'share', percent, available })
        const exact = (BigInt(available) * BigInt(percent)) / 100n
        assert.equal(BigInt(readQuantity(selling, ticket) ?? 0), exact)
        assert.equal(computeShare(selling, ticket, available), percent)
      },
    ),
  )
})

test('a price without a choice follows the market, which is no action of the user', () => {
  const typed = play(buying, quantity('0.015'))
  const moved = changeTicket(buying, typed, { kind: 'lastPrice', price: 165_000_000_000 })
  assert.equal(moved.actionCount, typed.actionCount)
  assert.equal(changeTicket(buying, moved, quantity('0.016')).actionCount, typed.actionCount + 1)
})

test('a price is fixed while a size is typed, and follows the market again without one', () => {
  const last = (units: number) => ({ kind: 'lastPrice', price: units }) as const
  const begun = play(buying, last(165_000_000_000), quantity('0.015'), last(170_000_000_000))
  assert.equal(begun.price.raw, '1650000000')
  const spent = play(buying, last(165_000_000_000), total('5000000'), last(170_000_000_000))
  assert.equal(spent.price.raw, '1650000000')
  const emptied = changeTicket(buying, begun, { kind: 'placed' })
  assert.equal(changeTicket(buying, emptied, last(171_000_000_000)).price.raw, '1710000000')
})

test('a share to buy fixes its price', () => {
  const shared = play(
    buying,
    { kind: 'lastPrice', price: 165_000_000_000 },
    { kind: 'share', percent: 100, available: 5_000_000_000 },
    { kind: 'lastPrice', price: 170_000_000_000 },
  )
  assert.equal(shared.price.raw, '1650000000')
})

test('after an order the price stays and the size is cleared', () => {
  const ticket = play(buying, price('1650000000'), quantity('0.015'), { kind: 'placed' })
  assert.deepEqual(
    [ticket.price.raw, ticket.quantity.raw, ticket.total.raw],
    ['1650000000', null, null],
  )
})

test('R-01 DEC-81: a buy of an invalid quantity sends it, so that it is not silently reduced', () => {
  const coarse: TicketRules = { ...buying, lot: 10 }
  const sent = (rules: TicketRules, typed: string) =>
    buildOrderBody(rules, play(rules, price('1000000'), quantity(typed)))
  assert.equal(sent(coarse, '0.00100001')?.quantity, '0.00100001')
  assert.equal(sent(coarse, '0.00100001')?.amount, '1000.01')
  // The total is in whole cents, and would buy the quantity rounded down to the unit.
  assert.equal(sent(buying, '0.001000001')?.quantity, '0.001000001')
  assert.equal(sent(buying, '0.001000001')?.amount, '1000.001')
  for (const body of [sent(coarse, '0.0010001'), sent(buying, '0.00100001'), sent(buying, '')]) {
    assert.ok(body !== null && !('quantity' in body), 'FORM-10: nothing else is sent')
  }
})
