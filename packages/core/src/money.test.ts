import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencyUnits } from '@tukar/money'
import type { Command, CoreEvent } from './index.ts'
import { openStage, type Stage } from './testing/scenario.ts'

const sari = 1_001
const budi = 1_002
const cause = { reason: 'test', source: 'test:1' }
const units = currencyUnits

function refusal(events: readonly CoreEvent[]): string | null {
  const [first] = events
  return first?.kind === 'refused' ? first.code : null
}

function holdOf(stage: Stage, amount: number): number {
  const events = stage.apply({
    kind: 'hold',
    accountId: sari,
    currencyId: 2,
    amount: units(amount),
    ...cause,
  })
  const hold = events.find((event) => event.kind === 'hold_changed')
  assert.ok(hold !== undefined, JSON.stringify(events))
  return hold.holdId
}

test('R-06 INV-01: money comes in against custody and goes out against it', () => {
  const stage = openStage()
  stage.play(`
    Sari gets 2 BTC            -> available 2
    100 has -2 BTC
    Sari pays-out 0.5 BTC      -> available 0.5
    100 has -1.5 BTC
    Sari has 1.5 BTC
    Sari pays-out 2 BTC        -> refused balance.insufficient`)
})

test('R-08: a reversed credit leaves a claim, which the next credit covers first', () => {
  const stage = openStage()
  stage.play(`
    Budi gets 10 BTC           -> available 10
    Sari gets 1 BTC            -> available 1
    Sari pays-out 0.8 BTC      -> available 0.8
    Sari loses 1 BTC           -> available 0.2, available 0.8
    Sari has 0 BTC
    Sari has -0.8 BTC claimed
    Sari gets 1 BTC            -> claim 0.8, available 0.2
    Sari has 0.2 BTC
    Sari has 0 BTC claimed`)
})

test('R-08 INV-14: an amount above the currency’s bound goes to suspense', () => {
  const stage = openStage()
  stage.play(`
    Sari gets 20,999,999 BTC   -> available 20,999,999
    Sari gets 1 BTC            -> available 1
    Sari gets 1 BTC            -> to suspense 1
    7 has 1 BTC
    Sari has 21,000,000 BTC`)
})

test('R-08 INV-14: suspense pays its owner no more than the bound allows', () => {
  const stage = openStage()
  stage.play(`
    Sari gets 20,999,999 BTC   -> available 20,999,999
    Budi gets 2 BTC            -> to suspense 2`)
  const grant = (amount: number): Command => {
    const money = { accountId: budi, currencyId: 2, amount: units(amount), houseAccountId: 7 }
    return { kind: 'grant', ...money, ...cause }
  }
  assert.equal(refusal(stage.apply(grant(300_000_000))), 'balance.insufficient')
  assert.equal(refusal(stage.apply(grant(200_000_000))), 'balance.over_bound')
  assert.equal(refusal(stage.apply(grant(100_000_000))), null)
  stage.play('Sari pays-out 1 BTC -> available 1')
  assert.equal(refusal(stage.apply(grant(100_000_000))), null)
  stage.play(`
    7 has 0 BTC
    Budi has 2 BTC`)
})

test('R-06 INV-05: a withdrawal’s hold is settled in parts, and its rest is released', () => {
  const stage = openStage()
  stage.play('Sari gets 1 BTC -> available 1')
  const holdId = holdOf(stage, 40_000_000)
  stage.play(`
    Sari has 0.6 BTC
    Sari has 0.4 BTC held
    Sari sells 0.7 at 1,650,000,000 -> refused order.insufficient_balance`)
  const settle = (amount: number, houseAccountId: number): Command => {
    return { kind: 'settle', holdId, amount: units(amount), houseAccountId, ...cause }
  }
  assert.equal(refusal(stage.apply(settle(30_000_000, 100))), null)
  assert.equal(refusal(stage.apply(settle(1_000, 1))), null)
  assert.equal(refusal(stage.apply(settle(20_000_000, 100))), 'hold.insufficient')
  assert.equal(refusal(stage.apply(settle(1_000, sari))), 'account.not_house')
  stage.play('Sari has 0.09999 BTC held')
  assert.equal(refusal(stage.apply({ kind: 'release', holdId, ...cause })), null)
  stage.play(`
    Sari has 0.69999 BTC
    Sari has 0 BTC held
    1 has 0.00001 BTC
    100 has -0.7 BTC`)
  assert.equal(refusal(stage.apply({ kind: 'release', holdId, ...cause })), 'hold.unknown')
  assert.equal(refusal(stage.apply(settle(1, 100))), 'hold.unknown')
})

test('R-08: a suspended account gets no holds, and an open one may still be released', () => {
  const stage = openStage()
  stage.play('Sari gets 1 BTC -> available 1')
  const holdId = holdOf(stage, 40_000_000)
  stage.play('Sari is-suspended -> done')
  const again = stage.apply({
    kind: 'hold',
    accountId: sari,
    currencyId: 2,
    amount: units(1),
    ...cause,
  })
  assert.equal(refusal(again), 'account.suspended')
  assert.equal(refusal(stage.apply({ kind: 'release', holdId, ...cause })), null)
})

test('R-06: a grant comes from house accounts alone', () => {
  const stage = openStage()
  const grant = (houseAccountId: number): Command => {
    const amount = units(100)
    return { kind: 'grant', accountId: sari, currencyId: 1, amount, houseAccountId, ...cause }
  }
  assert.equal(refusal(stage.apply(grant(5))), 'balance.insufficient')
  stage.play('5 gets 10 IDR -> available 10')
  assert.equal(refusal(stage.apply(grant(5))), null)
  assert.equal(refusal(stage.apply(grant(100))), 'account.not_house')
  assert.equal(refusal(stage.apply(grant(1_002))), 'account.not_house')
  stage.play(`
    Sari has 1 IDR
    5 has 9 IDR`)
})

test('R-06 ATT-100: a correction moves available money, and never exceeds the bound', () => {
  const stage = openStage()
  stage.play('Sari gets 1 BTC -> available 1')
  const adjust = (from: number, to: number, amount: number): Command => {
    return {
      kind: 'adjust',
      fromAccountId: from,
      toAccountId: to,
      currencyId: 2,
      amount: units(amount),
      ...cause,
    }
  }
  assert.equal(refusal(stage.apply(adjust(sari, 1_002, 50_000_000))), null)
  assert.equal(refusal(stage.apply(adjust(sari, 1_002, 50_000_001))), 'balance.insufficient')
  assert.equal(refusal(stage.apply(adjust(sari, sari, 1))), 'account.not_a_user')
  assert.equal(refusal(stage.apply(adjust(100, sari, 2.1e15))), 'balance.over_bound')
  assert.equal(refusal(stage.apply(adjust(sari, 100, 50_000_000))), null)
  stage.play(`
    Sari has 0 BTC
    Budi has 0.5 BTC
    100 has -0.5 BTC`)
})

test('ATT-65: amounts that are none, and currencies that are not listed, move nothing', () => {
  const stage = openStage()
  const credit = (currencyId: number, amount: number): Command => {
    return {
      kind: 'credit',
      accountId: sari,
      currencyId,
      amount: units(amount),
      railId: 100,
      ...cause,
    }
  }
  const hash = stage.exchange.hash()
  for (const amount of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    assert.equal(refusal(stage.apply(credit(2, amount))), 'amount.not_positive', String(amount))
  }
  assert.equal(refusal(stage.apply(credit(9, 1))), 'currency.unknown')
  assert.deepEqual([...stage.exchange.state().balances], [])
  assert.notDeepEqual(stage.exchange.hash(), hash, 'refusals are numbered too')
})
