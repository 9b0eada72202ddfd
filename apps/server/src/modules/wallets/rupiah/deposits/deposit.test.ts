/**
 * The next decision about a rupiah deposit, line by line: by its row and by the facts of gateway and engine.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Invoice, unreachableCode } from '../../../../adapters/bank-gateway/index.ts'
import { decideDeposit, type Deposit, type DepositFacts, nothingKnown } from './deposit.ts'
import { decisionText } from '../../machine/testing/decision-text.ts'
import { done, invoice, nowMs, openDeposit } from '../testing/rows.ts'

type Line = readonly [
  what: string,
  row: Partial<Deposit>,
  facts: Partial<DepositFacts>,
  wanted: string,
]

function assertTable(lines: readonly Line[]): void {
  for (const [what, row, facts, wanted] of lines) {
    const decided = decideDeposit({ ...openDeposit, ...row }, { ...nothingKnown, ...facts }, nowMs)
    assert.equal(decisionText(decided, nowMs), wanted, what)
  }
}

const refused = { status: 'refused', code: 'balance.insufficient', params: {} } as const
const [later, unclear] = [{ status: 'later' }, { status: 'unclear' }] as const
const booked = { status: 'done', events: [] } as const
const [absent, unknown] = [{ status: 'absent' }, { status: 'unknown', reason: 'x' }] as const
const denied = (code: string) => ({ status: 'refused', code, message: '' }) as const
const unpaid: Invoice = {
  ...invoice,
  state: 'pending',
  paidAmount: null,
  paymentId: null,
  paidAtMs: null,
}
const asIs = (more: Partial<Invoice> = {}) => done({ ...unpaid, ...more })
const paid = (more: Partial<Invoice> = {}) => done({ ...invoice, ...more })
const columns = 'invoice_id=inv checkout_url=https://bank.example/inv expires_at=+3600s'
const payment = 'outside_fact=pay paid_amount=15000000 paid_at=+0s method=BCA'

const created = { state: 'created', invoiceId: null, checkoutUrl: null, expiresAtMs: null } as const
const lateMs = 14 * 86_400_000

test('FLT-33 FLT-34 SRV-70: an invoice is created once, and then queried by our reference', () => {
  assertTable([
    ['a new one is made', created, { isFresh: true }, 'create'],
    ['by any other look it is asked for', created, {}, 'ask'],
    ['as is one that waits for its payment', {}, { isFresh: true }, 'ask'],
    ['it is there', created, { isFresh: true, invoice: asIs() }, `-> pending ${columns}`],
    ['it is refused', created, { isFresh: true, invoice: denied('no') }, '-> expired refused'],
    [
      'nobody was reached',
      created,
      { isFresh: true, invoice: denied(unreachableCode) },
      '-> expired unreachable',
    ],
    [
      'a refusal of the question says nothing of it',
      created,
      { invoice: denied('no') },
      'wait 1..60',
    ],
    ['nor one about a later state', {}, { isFresh: true, invoice: denied('no') }, 'wait 30..600'],
    ['nobody knows', created, { invoice: unknown }, 'wait 1..60'],
    [
      'it is not there yet',
      { ...created, createdMs: nowMs - 119_999 },
      { invoice: absent },
      'wait 1..60',
    ],
    [
      'it was never made',
      { ...created, createdMs: nowMs - 120_000 },
      { invoice: absent },
      '-> expired not_created',
    ],
    ['one that was there is gone', {}, { invoice: absent }, 'wait 30..600 invoice_absent'],
    ['what never was there is not looked for', { state: 'expired', cause: 'refused' }, {}, 'wait'],
    [
      'nor what nobody was reached for',
      { state: 'expired', cause: 'unreachable' },
      { invoice: paid() },
      'wait',
    ],
    ['what expired is', { state: 'expired' }, {}, 'ask'],
  ])
})

test('FLT-34 SRV-70: a deposit is polled while it waits, at its end, and for two weeks after it', () => {
  const expired = { state: 'expired' } as const
  assertTable([
    ['now and then', {}, { invoice: asIs({ expiresAtMs: nowMs + 3_600_000 }) }, 'wait 30..600'],
    ['without an end of its own', { expiresAtMs: null }, { invoice: asIs() }, 'wait 30..600'],
    ['near its end', { expiresAtMs: nowMs + 60_000 }, { invoice: asIs() }, 'wait +65'],
    ['not so near', { expiresAtMs: nowMs + 595_000 }, { invoice: asIs() }, 'wait 30..600'],
    ['at its end', { expiresAtMs: nowMs - 5_000 }, { invoice: asIs() }, 'wait 1..60'],
    [
      'before it is over there',
      {},
      { invoice: asIs({ expiresAtMs: nowMs - 4_999 }) },
      'wait 30..600',
    ],
    [
      'it is over there, and ended',
      {},
      { invoice: asIs({ expiresAtMs: nowMs - 5_000 }) },
      'expire',
    ],
    [
      'once',
      {},
      { invoice: asIs({ expiresAtMs: nowMs - 5_000 }), isExpireRequested: true },
      'wait 30..600',
    ],
    ['it expired', {}, { invoice: asIs({ state: 'expired' }) }, `-> expired ${columns}`],
    [
      'a late payment is looked for',
      expired,
      { invoice: asIs({ state: 'expired' }) },
      'wait 600..43200',
    ],
    [
      'for two weeks',
      { ...expired, createdMs: nowMs - lateMs },
      { invoice: asIs({ state: 'expired' }) },
      'wait 600..43200',
    ],
    [
      'then only where somebody tells of it',
      { ...expired, createdMs: nowMs - lateMs - 1 },
      { invoice: asIs({ state: 'expired' }) },
      'wait',
    ],
    [
      'another one, not paid, says nothing',
      expired,
      { invoice: asIs({ reference: 'other' }) },
      'wait 600..43200',
    ],
    [
      'but a payment of another does',
      expired,
      { invoice: paid({ reference: 'other' }) },
      `-> quarantined invoice_differs ${payment}`,
    ],
    [
      'as does another one that waits',
      {},
      { invoice: asIs({ currency: 'USD' }) },
      '-> quarantined invoice_differs',
    ],
  ])
})

test('INV-12 ATT-68 SRV-70: a payment is credited exactly as the gateway confirms it', () => {
  const paidRow = { state: 'paid', paidAmount: 15_000_000, outsideFact: 'pay' } as const
  const confirmedNow = { invoice: paid() }
  assertTable([
    ['it is paid', {}, { invoice: paid() }, `-> paid ${columns} ${payment}`],
    ['late', { state: 'expired' }, { invoice: paid() }, `-> paid ${columns} ${payment}`],
    ['before its invoice was known', created, { invoice: paid() }, `-> paid ${columns} ${payment}`],
    [
      'less than wanted',
      {},
      { invoice: paid({ paidAmount: 1 }) },
      '-> quarantined amount_differs outside_fact=pay paid_amount=100 paid_at=+0s method=BCA',
    ],
    ['nothing', {}, { invoice: paid({ paidAmount: 0 }) }, '-> quarantined amount_differs'],
    ['without a fact', {}, { invoice: paid({ paymentId: null }) }, '-> quarantined amount_differs'],
    [
      'without a channel, at no time',
      {},
      { invoice: paid({ paidAmount: 1, channel: null, paidAtMs: null }) },
      '-> quarantined amount_differs outside_fact=pay paid_amount=100 paid_at=null method=BANK_TRANSFER',
    ],
    ['it is booked', paidRow, confirmedNow, 'credit'],
    [
      'not to somebody who is gone',
      { ...paidRow, isOwnerGone: true },
      {},
      '-> quarantined account_deleted',
    ],
    ['it is', paidRow, { credit: booked }, '-> credited'],
    ['the engine rests', paidRow, { credit: later }, 'wait 0.2..15'],
    ['nobody knows', paidRow, { credit: unclear }, 'wait 30..600 booking_unclear'],
    [
      'it is refused',
      { ...paidRow, refusedCredits: 2 },
      { credit: refused },
      '-> quarantined not_booked refused_credits=3',
    ],
    ['it stands', { state: 'credited' }, {}, 'wait'],
    ['it is over', { state: 'reversed' }, { invoice: paid() }, 'wait'],
  ])
})

test('H-1 INV-12 ATT-68: a paid row is credited only if the gateway confirms payment, amount and owner', () => {
  const paidRow = { state: 'paid', paidAmount: 15_000_000, outsideFact: 'pay' } as const
  const before = { ...paidRow, reference: 'deposit-00000000-0000-4000-8000-000000000007' } as const
  const beforePaid = { invoice: paid({ reference: before.reference }) }
  assertTable([
    ['the gateway is asked first', paidRow, {}, 'ask'],
    ['it is silent', paidRow, { invoice: unknown }, 'wait 1..60'],
    ['it has no such invoice', paidRow, { invoice: absent }, '-> quarantined not_confirmed'],
    ['it is not paid', paidRow, { invoice: asIs() }, '-> quarantined not_confirmed'],
    [
      'it is less',
      paidRow,
      { invoice: paid({ paidAmount: 149_999 }) },
      '-> quarantined not_confirmed',
    ],
    [
      'another payment',
      { ...paidRow, outsideFact: 'other' },
      { invoice: paid() },
      '-> quarantined not_confirmed',
    ],
    [
      'another user',
      { ...paidRow, userId: 1_002 },
      { invoice: paid() },
      '-> quarantined not_confirmed',
    ],
    [
      'another user, as if operators had agreed',
      { ...paidRow, userId: 1_002, cause: 'confirmed' },
      { invoice: paid() },
      '-> quarantined not_confirmed',
    ],
    ['a reference that names nobody', before, beforePaid, '-> quarantined owner_unproven'],
    [
      'which says that operators confirmed it',
      { ...before, cause: 'confirmed' },
      beforePaid,
      '-> quarantined owner_unproven',
    ],
    ['which they proved', { ...before, isAgreed: true }, beforePaid, 'credit'],
  ])
})

test('INV-22 SRV-70: a reversal by two operators happens once', () => {
  const back = { state: 'credited', decision: 'reverse' } as const
  assertTable([
    ['they agreed', back, {}, 'reverse'],
    ['it is', back, { reversal: booked }, '-> reversed'],
    ['the engine rests', back, { reversal: later }, 'wait 0.2..15'],
    ['nobody knows', back, { reversal: unclear }, 'wait 30..600 booking_unclear'],
    ['it is refused', back, { reversal: refused }, 'wait 30..600 reversal_refused'],
  ])
})

test('INV-12 INV-22 ATT-68: a differing payment waits for operators; two have it credited as the gateway confirms it', () => {
  const waits = { state: 'quarantined', cause: 'amount_differs' } as const
  const known = { ...waits, paidAmount: 100 }
  const agreed = { ...waits, decision: 'credit' } as const
  assertTable([
    ['what is known of it waits', known, {}, 'wait amount_differs'],
    ['as what was credited elsewhere', { ...waits, cause: 'fact_reused' }, {}, 'wait fact_reused'],
    ['what is not is asked for', waits, {}, 'ask'],
    ['nobody knows', waits, { invoice: unknown }, 'wait 1..60 amount_differs'],
    ['it is not paid', waits, { invoice: asIs() }, 'wait amount_differs'],
    ['it is gone', waits, { invoice: absent }, 'wait amount_differs'],
    [
      'it is by now, which people see',
      waits,
      { invoice: paid({ paidAmount: 2 }) },
      '-> quarantined amount_differs outside_fact=pay paid_amount=200 paid_at=+0s method=BCA',
    ],
    ['two agreed: it is asked for', agreed, {}, 'ask'],
    ['nobody knows', agreed, { invoice: unknown }, 'wait 1..60 amount_differs'],
    [
      'it is confirmed',
      agreed,
      { invoice: paid({ paidAmount: 1 }) },
      '-> paid confirmed outside_fact=pay paid_amount=100 paid_at=+0s method=BCA',
    ],
    [
      'its owner is gone',
      { ...agreed, isOwnerGone: true },
      { invoice: paid() },
      '-> quarantined not_confirmed',
    ],
    ...[
      { state: 'pending' } as const,
      { paidAmount: null },
      { paidAmount: 0 },
      { paymentId: null },
      { reference: 'other' },
      { currency: 'USD' },
    ].map((more): Line => {
      return [
        `not as it was: ${JSON.stringify(more)}`,
        agreed,
        { invoice: paid(more) },
        '-> quarantined not_confirmed',
      ]
    }),
  ])
})

test('R-08 INV-22: a suspended amount is granted once two operators agreed and the limit allows it', () => {
  const waits = { state: 'quarantined', cause: 'in_suspense', suspenseUnits: 5 } as const
  const agreed = { ...waits, decision: 'credit' } as const
  const suspended = {
    status: 'done',
    events: [{ kind: 'transferred', suspended: true, amount: 5 }],
  }
  assertTable([
    [
      'beyond the bound it goes to suspense',
      { state: 'paid' },
      { credit: suspended as unknown as NonNullable<DepositFacts['credit']> },
      '-> quarantined in_suspense suspense_units=5',
    ],
    ['it waits for people', waits, {}, 'wait in_suspense'],
    ['for one who is gone for ever', { ...agreed, isOwnerGone: true }, {}, 'wait in_suspense'],
    ['two agreed', agreed, {}, 'grant'],
    ['it is his', agreed, { grant: booked }, '-> credited'],
    [
      'no room yet',
      { ...agreed, refusedCredits: 1 },
      { grant: refused },
      '-> quarantined not_booked refused_credits=2',
    ],
    ['the engine rests', agreed, { grant: later }, 'wait 0.2..15'],
    ['nobody knows', agreed, { grant: unclear }, 'wait 30..600 booking_unclear'],
  ])
})

test('SRV-70 INV-22: a deposit closed by one operator is expired at the gateway, and shown again if it is paid', () => {
  const closed = { state: 'expired', cause: 'rejected', rejections: 1 } as const
  assertTable([
    ['it is asked for', closed, {}, 'ask'],
    [
      'two closed it knowing that it is paid',
      { ...closed, rejections: 2 },
      { invoice: paid() },
      'wait',
    ],
    ['nobody knows', closed, { invoice: unknown }, 'wait 600..43200'],
    ['it still waits there', closed, { invoice: asIs() }, 'expire'],
    [
      'which was asked for',
      closed,
      { invoice: asIs(), isExpireRequested: true },
      'wait 600..43200',
    ],
    ['nobody knows which', { ...closed, invoiceId: null }, { invoice: asIs() }, 'wait 600..43200'],
    ['it ended there', closed, { invoice: asIs({ state: 'expired' }) }, 'wait 600..43200'],
    ['it is paid', closed, { invoice: paid() }, `-> quarantined paid_after_rejected ${payment}`],
  ])
})
