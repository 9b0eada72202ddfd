/** Commands and events as bytes: encoded values decode to the same, and invalid bytes are refused. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  buckets,
  chargeBases,
  chargeKinds,
  chargePayers,
  closeReasons,
  type Command,
  type CoreEvent,
  createExchange,
  type Envelope,
  marketStates,
  refusalCodes,
  sides,
  timesInForce,
} from '@tukar/core'
import fc from 'fast-check'
import {
  answerIn,
  CodecError,
  decodeAnswer,
  decodeBalances,
  decodeCommands,
  decodeEvents,
  encodeAnswer,
  encodeBalances,
  encodeCommands,
  encodeEnvelope,
  encodeEventsBlock,
  encodeEventBuffer,
  hashCommand,
  joinCommands,
  readSubmissions,
  SubmissionWriter,
} from './index.ts'

type Shape = Readonly<Record<string, fc.Arbitrary<unknown>>>

const int = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -70, max: 70 }))
const natural = fc.oneof(fc.maxSafeNat(), fc.nat(70))
const text = fc.string({ unit: 'grapheme', maxLength: 40 })
const side = fc.constantFrom(...sides)
const cause = { reason: text, source: text }
const moved = { accountId: int, currencyId: int, amount: int, ...cause }
const currency = { currencyId: int, code: text, decimals: int, supplyMax: int }
const timeInForce = fc.constantFrom(...timesInForce)
const state = fc.constantFrom(...marketStates)
const integers = (names: string): Shape =>
  Object.fromEntries(names.split(' ').map((name) => [name, int]))
const rules = {
  symbol: text,
  ...integers('marketId baseId quoteId tick lot notionalMin quantityMax priceMin priceMax'),
  ...integers('referencePrice buyBandPpm sellBandPpm openOrdersMax'),
}
const chargeKind = fc.constantFrom(...chargeKinds)
const schedule = {
  ...integers('scheduleId marketId ratePpm from'),
  chargeKind,
  payer: fc.constantFrom(...chargePayers),
  base: fc.constantFrom(...chargeBases),
}
const size = fc.oneof(
  fc.record({ by: fc.constant('quantity'), quantity: int }),
  fc.record({ by: fc.constant('budget'), budget: int }),
  fc.record({ by: fc.constant('balance') }),
)
const order = { ...integers('orderId accountId marketId price'), side }
const marketIdOrNull = fc.option(natural)

const commandShapes: Readonly<Record<Command['kind'], Shape>> = {
  place: {
    ...integers('accountId marketId price'),
    side,
    size,
    timeInForce,
    postOnly: fc.boolean(),
  },
  cancel: integers('accountId orderId'),
  cancel_all: { accountId: int, marketId: marketIdOrNull },
  credit: { ...moved, railId: int },
  debit: { ...moved, railId: int },
  hold: moved,
  release: { holdId: int, ...cause },
  settle: { ...integers('holdId amount houseAccountId'), ...cause },
  reverse_credit: { ...moved, railId: int },
  grant: { ...moved, houseAccountId: int },
  adjust: { ...integers('fromAccountId toAccountId currencyId amount'), ...cause },
  suspend_account: { accountId: int },
  resume_account: { accountId: int },
  list_currency: currency,
  set_market: rules,
  set_market_state: { marketId: int, state },
  set_schedule: schedule,
  begin_epoch: { epoch: int },
}

const charge = { side, chargeKind, ...integers('currencyId amount ratePpm scheduleId') }
const eventShapes: Readonly<Record<CoreEvent['kind'], Shape>> = {
  order_accepted: { ...order, quantity: int, timeInForce, postOnly: fc.boolean(), hold: int },
  order_rested: { ...order, remaining: int },
  traded: {
    ...integers('marketId no price quantity quote makerOrderId takerOrderId makerAccountId'),
    ...integers('takerAccountId makerRemaining takerRemaining buyerRefund'),
    takerSide: side,
    charges: fc.array(fc.record(charge), { maxLength: 8 }),
    baseTaxRupiah: marketIdOrNull,
    quoteTaxRupiah: marketIdOrNull,
  },
  order_closed: {
    ...order,
    ...integers('remaining released'),
    reason: fc.constantFrom(...closeReasons),
    rested: fc.boolean(),
  },
  orders_canceled: { accountId: int, marketId: marketIdOrNull, count: int },
  transferred: {
    ...integers('currencyId amount fromAccountId toAccountId'),
    commandKind: fc.constantFrom(...Object.keys(commandShapes)),
    fromBucket: fc.constantFrom(...buckets),
    toBucket: fc.constantFrom(...buckets),
    ...cause,
    suspended: fc.boolean(),
  },
  hold_changed: { ...integers('holdId accountId currencyId remaining'), source: text },
  currency_listed: currency,
  market_set: rules,
  market_state_set: { marketId: int, state },
  schedule_set: schedule,
  account_suspended: { accountId: int },
  account_resumed: { accountId: int },
  epoch_begun: { epoch: int },
  refused: {
    code: fc.constantFrom(...refusalCodes),
    params: fc
      .uniqueArray(
        fc.tuple(
          text.filter((name) => name !== '__proto__'),
          int,
        ),
        {
          selector: ([name]) => name,
          maxLength: 4,
        },
      )
      .map((entries) => Object.fromEntries(entries)),
  },
}

function oneOfShapes<T>(shapes: Readonly<Record<string, Shape>>): fc.Arbitrary<T> {
  const kinds = Object.entries(shapes).map(([kind, shape]) =>
    fc.record({ kind: fc.constant(kind), ...shape }),
  )
  return fc.oneof(...kinds) as unknown as fc.Arbitrary<T>
}

const word = fc.nat(0xffff_ffff)
const id = fc.record({
  scope: natural,
  words: fc.tuple(word, word, word, word),
  body: fc.tuple(word, word),
})
const commands = oneOfShapes<Command>(commandShapes)
const events = oneOfShapes<CoreEvent>(eventShapes)
const envelopes: fc.Arbitrary<Envelope[]> = fc.array(
  fc.record({ id: fc.option(id), command: commands }),
  { maxLength: 20 },
)

/** Records of fast-check have no prototype; this makes deep equality compare fields only. */
function plain<T>(value: T): T {
  return structuredClone(value)
}

describe('codec', () => {
  it('R-60: every command decodes as it was encoded, alone and in blocks', () => {
    fc.assert(
      fc.property(envelopes, (list) => {
        const bytes = encodeCommands(list)
        assert.deepEqual(plain(decodeCommands(bytes)), plain(list))
        assert.deepEqual(joinCommands(list.map(encodeEnvelope)), bytes)
        const writer = new SubmissionWriter()
        for (const [token, envelope] of list.entries()) writer.add(token, envelope)
        const read = [...readSubmissions(writer.take())]
        assert.deepEqual(plain(read.map(({ envelope }) => envelope)), plain(list))
        assert.deepEqual(joinCommands(read.map((submission) => submission.bytes)), bytes)
      }),
      { numRuns: 400 },
    )
  })

  it('R-60: every event decodes as it was encoded, and as a stored answer', () => {
    fc.assert(
      fc.property(fc.array(fc.array(events, { maxLength: 5 }), { maxLength: 8 }), (lists) => {
        const block = encodeEventsBlock(lists)
        assert.deepEqual(plain(decodeEvents(block.bytes)), plain(lists))
        for (const [index, list] of lists.entries()) {
          const { first, bytes, from, to } = answerIn(block, index)
          const answer = Buffer.concat([Buffer.of(first), bytes.subarray(from, to)])
          assert.deepEqual(answer, encodeAnswer(list))
          assert.deepEqual(plain(decodeAnswer(answer)), plain(list))
        }
      }),
      { numRuns: 400 },
    )
  })

  it('R-60: the tape of the core becomes the same bytes as its events', () => {
    const exchange = createExchange()
    exchange.beginBatch(1)
    const begins: number[] = []
    const lists = tradingDay.map((command) => {
      begins.push(exchange.eventBuffer.length)
      return exchange.apply({ command, id: null }).events
    })
    assert.ok(lists.flat().filter((event) => event.kind === 'traded').length >= 2)
    assert.ok(
      lists.flat().every((event) => event.kind !== 'refused' || event.code !== 'market.unknown'),
    )
    assert.deepEqual(encodeEventBuffer(exchange.eventBuffer, begins), encodeEventsBlock(lists))
  })

  it('R-12: the hash of a command is that of its content', () => {
    fc.assert(
      fc.property(commands, (command) => {
        const [read] = decodeCommands(encodeCommands([{ id: null, command }]))
        assert.ok(read)
        assert.deepEqual(hashCommand(read.command), hashCommand(command))
      }),
    )
  })

  it('FLT-05: junk bytes are refused with CodecError and nothing else', () => {
    const decoders = [decodeCommands, decodeEvents, decodeAnswer, decodeBalances]
    const junk = fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      fc.uint8Array({ maxLength: 64 }).map((bytes) => Uint8Array.of(2, ...bytes)),
    )
    fc.assert(
      fc.property(junk, (bytes) => {
        for (const decode of decoders) refusesOrReads(() => decode(bytes))
      }),
      { numRuns: 2_000 },
    )
  })

  it('FLT-05: a truncated block is refused at every length', () => {
    const list = fc.sample(envelopes, { numRuns: 20, seed: 1 }).flat()
    const bytes = encodeCommands(list)
    for (let end = 0; end < bytes.length; end++) {
      assert.throws(() => decodeCommands(bytes.subarray(0, end)), CodecError)
    }
    assert.throws(() => decodeCommands(Buffer.concat([bytes, Buffer.from([0])])), CodecError)
    assert.deepEqual(decodeBalances(encodeBalances([])), [])
    for (const decode of [decodeCommands, decodeEvents, decodeAnswer, decodeBalances]) {
      assert.throws(() => decode(Uint8Array.of(2, 3)), CodecError, 'a length below zero')
      assert.throws(() => decode(Uint8Array.of(4, 0)), CodecError, 'another format')
    }
  })

  it('ATT-65: figures and texts that no block can hold are refused', () => {
    for (const epoch of [0.5, Number.NaN, Infinity, 2 ** 53, -(2 ** 53)]) {
      assert.throws(() => hashCommand({ kind: 'begin_epoch', epoch }), CodecError)
    }
    for (const reason of ['\ud800', 'x'.repeat(10_001)]) {
      assert.throws(
        () => hashCommand({ kind: 'release', holdId: 1, reason, source: '' }),
        CodecError,
      )
    }
  })
})

/** Two people trade, with charges on both sides; one order is canceled, one refused, all are closed. */
const tradingDay = readTradingDay()

function readTradingDay(): readonly Command[] {
  const listed = { kind: 'list_currency', decimals: 2, supplyMax: 1_000_000_000 } as const
  const charged = {
    kind: 'set_schedule',
    marketId: 1,
    payer: 'both',
    base: 'gross',
    from: 0,
  } as const
  const paid = {
    kind: 'credit',
    railId: 100,
    amount: 1_000_000,
    reason: 'test',
    source: 't:1',
  } as const
  const order = { kind: 'place', marketId: 1, timeInForce: 'GTC', postOnly: false } as const
  const sale = { ...order, accountId: 1_001, side: 'sell' } as const
  const purchase = { ...order, accountId: 1_002, side: 'buy' } as const
  const names = { marketId: 1, symbol: 'BTC_IDR', baseId: 2, quoteId: 1, tick: 1, lot: 100 }
  const prices = { priceMin: 1, priceMax: 10_000, referencePrice: 500 }
  const sizes = { notionalMin: 1, quantityMax: 1_000_000, openOrdersMax: 9 }
  const bands = { buyBandPpm: 1_200_000, sellBandPpm: 800_000 }
  const of = (quantity: number) => ({ by: 'quantity', quantity }) as const
  return [
    { ...listed, currencyId: 1, code: 'IDR' },
    { ...listed, currencyId: 2, code: 'BTC' },
    { kind: 'set_market', ...names, ...prices, ...sizes, ...bands },
    { ...charged, scheduleId: 1, chargeKind: 'fee', ratePpm: 2_000 },
    { ...charged, scheduleId: 2, chargeKind: 'income_tax', ratePpm: 2_100 },
    { kind: 'set_market_state', marketId: 1, state: 'open' },
    { ...paid, accountId: 1_001, currencyId: 2 },
    { ...paid, accountId: 1_002, currencyId: 1 },
    { ...sale, price: 500, size: of(300) },
    { ...sale, price: 501, size: of(100_000) },
    { ...sale, price: 502, size: of(700) },
    { ...purchase, price: 501, size: of(50_300) },
    { ...purchase, price: 502, size: of(100), timeInForce: 'IOC' },
    { ...purchase, price: 100_000, size: of(100) },
    { kind: 'cancel', accountId: 1_001, orderId: 3 },
    { kind: 'cancel_all', accountId: 1_001, marketId: null },
  ] as unknown as readonly Command[]
}

function refusesOrReads(decode: () => unknown): void {
  try {
    decode()
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
  }
}
