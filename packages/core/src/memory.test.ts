import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencyUnits } from '@tukar/money'
import fc from 'fast-check'
import { CommandMemory } from './state/command-memory.ts'
import { closeCodes } from './state/event-buffer.ts'
import { createExchange, restoreExchange } from './exchange.ts'
import { type CommandId, closeReasons, type CoreState } from './index.ts'
import { StateHasher } from './state/state-hash.ts'
import { openStage } from './testing/scenario.ts'

function idOf(number: number, scope = 1_001): CommandId {
  return { scope, words: [1, 2, 3, number], body: [number, 7] }
}

/** The state as rows that can be read again and again. */
function frozen(state: CoreState): CoreState {
  return {
    ...state,
    currencies: [...state.currencies],
    markets: [...state.markets],
    schedules: [...state.schedules],
    suspendedAccounts: [...state.suspendedAccounts],
    balances: [...state.balances],
    orders: [...state.orders],
    holds: [...state.holds],
    remembered: [...state.remembered],
  }
}

const cancel = { kind: 'cancel', accountId: 1_001, orderId: 1 } as const

test('R-12 INV-15: an id is remembered with its number and its body, for its scope alone', () => {
  const { apply, exchange } = openStage()
  assert.equal(exchange.recall(idOf(1)), null)
  apply(cancel, idOf(1))
  assert.deepEqual(exchange.recall(idOf(1)), { seq: exchange.seq, body: [1, 7] })
  assert.equal(exchange.recall(idOf(1, 1_002)), null)
  assert.equal(exchange.recall(idOf(2)), null)
})

test('R-12: a remembered id is never applied again', () => {
  const { apply } = openStage()
  apply(cancel, idOf(1))
  assert.throws(() => apply(cancel, idOf(1)))
})

test('R-12: so many ids are remembered, the oldest goes first, and its time is known', () => {
  const { apply, later, exchange } = openStage({ rememberedMax: 3 })
  assert.equal(exchange.forgottenAt, 0)
  for (const number of [1, 2, 3]) {
    apply(cancel, idOf(number))
    later(10)
  }
  const firstTimeMs = exchange.time - 20
  apply(cancel, idOf(4))
  assert.equal(exchange.recall(idOf(1)), null)
  assert.notEqual(exchange.recall(idOf(2)), null)
  assert.equal(exchange.forgottenAt, firstTimeMs)
})

test('R-61 INV-17: a restored exchange has the same hash and gives the same answers', () => {
  const stage = openStage()
  stage.play(`
    Sari gets 10 BTC                  -> available 10
    Budi gets 5,000,000,000 IDR       -> available 5,000,000,000
    Sari sells 0.5 at 1,650,000,000   -> rests 0.5
    Sari sells 0.5 at 1,650,000,000   -> rests 0.5
    Budi buys 0.7 at 1,650,000,000    -> fills 0.5 at 1,650,000,000, fills 0.2 at 1,650,000,000, filled
    Citra is-suspended                -> done`)
  stage.apply(cancel, idOf(9))
  const state = frozen(stage.exchange.state())
  const copy = restoreExchange(state)
  assert.deepEqual(copy.hash(), stage.exchange.hash())
  assert.deepEqual(frozen(copy.state()), state)
  assert.deepEqual(copy.brokenInvariants(), [])
  assert.deepEqual(copy.recall(idOf(9)), stage.exchange.recall(idOf(9)))
  const timeMs = copy.time + 5
  for (const exchange of [stage.exchange, copy]) exchange.beginBatch(timeMs)
  const next = { kind: 'cancel_all', accountId: 1_001, marketId: null } as const
  const answers = [stage.exchange, copy].map((exchange) =>
    exchange.apply({ command: next, id: null }),
  )
  assert.deepEqual(answers[0], answers[1])
  assert.deepEqual(stage.exchange.endBatch(), copy.endBatch())
})

test('R-61: the hash distinguishes every part of the state', () => {
  const seen = new Set<string>()
  const stage = openStage()
  const note = () => {
    const hash = stage.exchange.hash().join(' ')
    assert.ok(!seen.has(hash), 'a step left the hash as it was')
    seen.add(hash)
  }
  note()
  for (const step of [
    'Sari gets 10 BTC -> available 10',
    'Sari gets 10 BTC -> available 10',
    'a: Sari sells 0.5 at 1,650,000,000 -> rests 0.5',
    'Sari cancels a -> gives back 0.5',
    'Sari is-suspended -> done',
    'Sari is-resumed -> done',
    'market halted -> done',
    'market open -> done',
  ]) {
    stage.play(step)
    note()
  }
})

test('R-61: two exchanges that reach the same state by the same commands have the same hash', () => {
  const [one, other] = [openStage(), openStage({ salt: 12_345 })]
  for (const stage of [one, other]) {
    stage.play('Sari gets 10 BTC -> available 10')
    stage.apply(cancel, idOf(3))
  }
  assert.deepEqual(one.exchange.hash(), other.exchange.hash())
})

test('R-61 R-66: these rules have this hash; where it must change, the rules version changes too', () => {
  const stage = openStage({ rememberedMax: 2 })
  stage.play(`
    Sari gets 10 BTC                  -> available 10
    Budi gets 5,000,000,000 IDR       -> available 5,000,000,000
    Sari sells 0.5 at 1,650,000,000   -> rests 0.5
    Sari sells 0.5 at 1,660,000,000   -> rests 0.5
    Budi buys 0.7 at 1,660,000,000    -> fills 0.5 at 1,650,000,000, fills 0.2 at 1,660,000,000, filled
    Citra is-suspended                -> done`)
  const credit = { accountId: 1_004, currencyId: 2, railId: 100, reason: 'deposit', source: 't:1' }
  const amount = currencyUnits(7)
  stage.apply({ kind: 'credit', ...credit, amount })
  stage.apply({ kind: 'reverse_credit', ...credit, amount: currencyUnits(4) })
  stage.apply({ kind: 'reverse_credit', ...credit, amount })
  for (const number of [1, 2, 3]) stage.apply(cancel, idOf(number))
  assert.deepEqual(stage.exchange.hash(), [1_943_099_547, 2_889_911_770])
})

test('a close reason has the same index in the event buffer and in the journal', () => {
  for (const [place, reason] of closeReasons.entries()) assert.equal(closeCodes[reason], place)
})

test('R-60: time never runs back', () => {
  const exchange = createExchange()
  exchange.beginBatch(1_000)
  exchange.apply({ command: { kind: 'begin_epoch', epoch: 1 }, id: null })
  exchange.endBatch()
  exchange.beginBatch(500)
  exchange.apply({ command: { kind: 'begin_epoch', epoch: 2 }, id: null })
  exchange.endBatch()
  assert.equal(exchange.time, 1_000)
})

test('R-62: an epoch is above the last one', () => {
  const { apply } = openStage()
  assert.equal(apply({ kind: 'begin_epoch', epoch: 3 })[0]?.kind, 'epoch_begun')
  assert.equal(apply({ kind: 'begin_epoch', epoch: 3 })[0]?.kind, 'refused')
  assert.equal(apply({ kind: 'begin_epoch', epoch: 9 })[0]?.kind, 'epoch_begun')
})

test('R-12 R-61 INV-15: the memory knows exactly the last ids, whatever times clients write into them', () => {
  const word = fc.nat(3)
  // Few values, so that ids repeat, clocks run apart by minutes, and tables collide.
  const ids = fc.record({
    scope: fc.constantFrom(0, 1_001, 1_002),
    words: fc.tuple(word, fc.integer({ min: 0, max: 3 * 65_536 }), word, word),
    body: fc.tuple(word, word),
    isSettled: fc.boolean(),
  })
  const runs = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.array(ids, { maxLength: 200 }))
  fc.assert(
    fc.property(runs, fc.nat(), ([capacity, sent], salt) => {
      const hasher = new StateHasher()
      const memory = new CommandMemory(capacity, salt, hasher)
      const expected: { readonly id: CommandId; readonly seq: number }[] = []
      let forgottenAt = 0
      for (const [index, { isSettled, ...id }] of sent.entries()) {
        const known = expected.findIndex((other) => isSameId(other.id, id))
        assert.equal(memory.recall(id) !== null, known >= 0)
        if (known >= 0) continue
        memory.remember(id, index + 1, index)
        expected.push({ id, seq: index + 1 })
        if (expected.length > capacity) forgottenAt = (expected.shift()?.seq ?? 0) - 1
        assert.equal(memory.forgottenAt, forgottenAt)
        assert.deepEqual(
          [...memory.rows()].map((row) => [row.scope, row.words]),
          expected.map((row) => [row.id.scope, row.id.words]),
        )
        if (isSettled) memory.updateHash()
      }
      memory.updateHash()
      const fresh = new StateHasher()
      const other = new CommandMemory(capacity, salt + 1, fresh)
      for (const { id, seq } of expected) other.remember(id, seq, seq - 1)
      other.updateHash()
      assert.deepEqual(hasher.begin(0).read(), fresh.begin(0).read())
    }),
  )
})

test('R-12: an id that was forgotten before a restart is known until one more is forgotten', () => {
  const memory = new CommandMemory(5, 0, new StateHasher())
  memory.restoreForgottenAt(7)
  for (const number of [1, 2, 3, 4, 5]) memory.remember(idOf(number), number, 10 * number)
  assert.equal(memory.forgottenAt, 7)
  memory.remember(idOf(6), 6, 60)
  assert.equal(memory.forgottenAt, 10)
})

test('R-12: a memory of thousands of ids grows to its size, and round after round', () => {
  const capacity = 1_030
  const memory = new CommandMemory(capacity, 1, new StateHasher())
  for (let number = 1; number <= 5_000; number++) {
    memory.remember(idOf(number), number, number)
    if (number % 7 === 0) memory.updateHash()
  }
  const first = 5_000 - capacity + 1
  assert.equal(memory.recall(idOf(first - 1)), null)
  assert.equal(memory.recall(idOf(first))?.seq, first)
  assert.equal(memory.recall(idOf(5_000))?.seq, 5_000)
  assert.equal([...memory.rows()].length, capacity)
  assert.equal(memory.forgottenAt, first - 1)
})

function isSameId(one: CommandId, other: CommandId): boolean {
  return one.scope === other.scope && one.words.every((word, at) => word === other.words[at])
}
