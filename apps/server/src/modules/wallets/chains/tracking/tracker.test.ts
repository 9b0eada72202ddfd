/** The tracker and claims, case by case; histories.test.ts has random histories. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  ChainKnown,
  ChainView,
  Checkpoint,
  Sighting,
  BlockRange,
  TrackedRow,
} from './chain-view.ts'
import { type ChainAsset, chainAmountOf, neededConfirmations, unitsOfChain } from '../chains.ts'
import { claim } from '../deposits/claim.ts'
import { poolOf } from '../testing/chain-model.ts'
import { bitcoinAsset, block, viewWith, output, twoConfirmations } from '../testing/coins.ts'
import { track } from './tracker.ts'

const usdt: ChainAsset = {
  chain: 'bnb',
  contract: '0xusdt',
  currencyId: 5,
  chainDecimals: 18,
  unitDecimals: 6,
  minUnits: 1,
  travelLimit: null,
}

/** The stored state after these blocks. */
function known(ranges: readonly BlockRange[], more: Partial<ChainKnown> = {}): ChainKnown {
  const checkpoints: Checkpoint[] = ranges.map(({ fromHeight, height, hash }) => ({
    fromHeight,
    height,
    hash,
  }))
  return {
    chain: 'bitcoin',
    checkpoints,
    finalHeight: null,
    rows: [],
    finality: twoConfirmations,
    assets: [bitcoinAsset],
    ownerOf: (address) => (address.startsWith('user') ? 1001 : null),
    isOwnMove: () => false,
    ...more,
  }
}

function chainOf(count: number, branch = 'main'): readonly BlockRange[] {
  return Array.from({ length: count }, (_, height) => block(height, branch))
}

function writesOf(at: ChainKnown, view: ChainView) {
  const tracked = track(at, view)
  if (tracked.kind !== 'write') throw new Error(`nothing is written: ${JSON.stringify(tracked)}`)
  return tracked.writes
}

function rowOf(sighting: Sighting, block: TrackedRow['block'], isInPool = false): TrackedRow {
  const { txid, index, toAddress, contract, amount } = sighting
  return { rowId: 1, txid, index, toAddress, contract, amount, block, isInPool }
}

const paid = output('a', 0, 'user-1', 50_000)

test('ATT-83: a view is stored only on its parent; after a gap or a fork it is read again from further back', () => {
  const at = known(chainOf(20))
  assert.equal(writesOf(at, viewWith([block(20, 'main')])).forkHeight, 19)
  assert.deepEqual(track(at, viewWith([block(25, 'main')])), { kind: 'reread', fromHeight: 20 })
  const asked: number[] = []
  let fromHeight = 20
  for (;;) {
    const branch = Array.from({ length: 22 - fromHeight }, (_, index) => {
      const height = fromHeight + index
      return height < 9
        ? block(height, 'main')
        : block(height, 'other', [], height === 9 ? 'main' : 'other')
    })
    const tracked = track(at, viewWith(branch))
    if (tracked.kind !== 'reread') {
      assert.equal(tracked.kind, 'write')
      break
    }
    fromHeight = tracked.fromHeight
    asked.push(fromHeight)
  }
  assert.ok(asked.length <= 6, asked.join(' '))
  assert.ok(asked.every((height, index) => height < (asked[index - 1] ?? 20)))
  const torn = viewWith([block(20, 'main'), block(21, 'other')])
  assert.deepEqual(track(at, torn), { kind: 'retry', cause: 'view_broken' })
})

test('FLT-27 FLT-28: a reorganization below the stored or final blocks halts the chain', () => {
  const at = known(chainOf(20).slice(10))
  const deep = viewWith([block(11, 'other')])
  assert.deepEqual(track(at, deep), { kind: 'halt', cause: 'deep_reorganization' })
  const final = known(chainOf(20), { finalHeight: 15 })
  const below = viewWith([block(16, 'other')])
  assert.deepEqual(track(final, below), { kind: 'halt', cause: 'final_reversed' })
  assert.deepEqual(track(final, viewWith([block(12, 'other')])), { kind: 'reread', fromHeight: 16 })
  assert.equal(writesOf(final, viewWith([block(16, 'other', [], 'main')])).forkHeight, 15)
})

test('FLT-29: the final height never decreases, never exceeds the tip, and must match the stored block', () => {
  const at = known(chainOf(20), { finalHeight: 12 })
  const final = (height: number, hash: string) => ({ ...viewWith([]), final: { height, hash } })
  assert.equal(writesOf(at, final(15, 'main-15')).finalHeight, 15)
  assert.equal(writesOf(at, final(9, 'main-9')).finalHeight, 12)
  assert.equal(writesOf(at, final(99, 'main-99')).finalHeight, 19)
  assert.deepEqual(track(at, final(15, 'other-15')), { kind: 'retry', cause: 'final_differs' })
})

test('ATT-74 ATT-75 ATT-76 ATT-79: only a complete transfer of a listed asset to a user’s address is a deposit', () => {
  const strange: readonly Sighting[] = [
    output('b', 0, 'stranger', 1),
    output('b', 1, 'user-1', 0),
    { ...output('b', 2, 'user-1', 5), contract: '0xfake' },
    { ...output('b', 3, 'user-1', 5), receipt: 'failed' },
    output('own', 0, 'user-1', 5),
  ]
  const at = known(chainOf(5), { isOwnMove: (txid) => txid === 'own' })
  const twice = output('a', 1, 'user-1', 50_000)
  const { inserts } = writesOf(at, viewWith([block(5, 'main', [paid, twice, ...strange])]))
  assert.deepEqual(
    inserts.map(({ txid, index }) => `${txid}:${index}`),
    ['a:0', 'a:1'],
  )
  const lacking = { ...paid, receipt: 'missing' as const }
  const partly = writesOf(at, viewWith([block(5, 'main'), block(6, 'main', [lacking])]))
  assert.deepEqual([partly.tipHeight, partly.headHeight], [5, 6])
  const none = track(at, viewWith([block(5, 'main', [lacking])]))
  assert.deepEqual(none, { kind: 'retry', cause: 'receipt_missing' })
})

test('ATT-80: a row loses its removed block, keeps one that the new branch has, and waits in the pool', () => {
  const row = rowOf(paid, { height: 4, hash: 'main-4' })
  const at = known(chainOf(5), { rows: [row] })
  const empty = viewWith([block(4, 'other', [], 'main')])
  assert.deepEqual(writesOf(at, empty).changes, [{ rowId: 1, block: null, isInPool: false }])
  const pooled = writesOf(at, { ...empty, pool: poolOf([paid]) })
  assert.deepEqual(pooled.changes, [{ rowId: 1, block: null, isInPool: true }])
  const again = viewWith([block(4, 'other', [paid], 'main')])
  const moved = { rowId: 1, block: { height: 4, hash: 'other-4' }, isInPool: false }
  assert.deepEqual(writesOf(at, again).changes, [moved])
  assert.deepEqual(writesOf(at, again).inserts, [])
  const same = viewWith([block(4, 'main', [paid]), block(5, 'main')])
  assert.deepEqual(writesOf(at, same).changes, [])
})

test('ATT-80: the same transaction with another effect is another fact', () => {
  const row = rowOf(paid, { height: 4, hash: 'main-4' })
  const at = known(chainOf(5), { rows: [row] })
  const other = output('a', 0, 'user-1', 60_000)
  const { inserts, changes } = writesOf(at, viewWith([block(4, 'other', [other], 'main')]))
  assert.deepEqual(changes, [{ rowId: 1, block: null, isInPool: false }])
  assert.deepEqual(
    inserts.map(({ amount }) => amount),
    [60_000n],
  )
})

test('ATT-79 ATT-80: confirmations depend on the sum of a transaction, and a coinbase waits for 100', () => {
  const deps = Array.from({ length: 50 }, (_, index) => output('s', index, 'user-1', 30_000))
  const reward = { ...output('r', 0, 'user-1', 30_000), isCoinbase: true }
  const { inserts } = writesOf(
    known(chainOf(5)),
    viewWith([block(5, 'main', [...deps, reward, paid])]),
  )
  const needed = new Map(inserts.map((one) => [one.txid, one.needed]))
  assert.deepEqual([needed.get('s'), needed.get('r'), needed.get('a')], [6, 100, 2])
  assert.equal(neededConfirmations({ kind: 'tag', usualDepth: 64 }, 1n, false), null)
  const zero = { kind: 'confirmations', tiers: [{ fromAmount: 0n, count: 0 }] } as const
  assert.throws(() => neededConfirmations(zero, 1n, false))
})

test('R-02 R-04: chain amounts become units rounded down, exactly, and what cannot be booked is null', () => {
  assert.equal(unitsOfChain(1_999_999_999_999n, usdt), 1)
  assert.equal(unitsOfChain(999_999_999_999n, usdt), 0)
  assert.equal(unitsOfChain(10n ** 40n, usdt), null)
  assert.equal(unitsOfChain(7n, { chainDecimals: 2, unitDecimals: 6 }), 70_000)
  assert.equal(chainAmountOf(Number.MAX_SAFE_INTEGER, usdt), 9_007_199_254_740_991n * 10n ** 12n)
  assert.throws(() => chainAmountOf(1, { chainDecimals: 2, unitDecimals: 6 }))
})

test('ATT-72 ATT-74 SRV-65: a claim finds a deposit in a stored block, whoever makes it', () => {
  const at = known(chainOf(20).slice(5), { finalHeight: null })
  const claimed = (height: number, branch = 'main') =>
    claim(at, block(height, branch, [paid]).sightings)
  assert.equal(claimed(2).kind, 'write')
  assert.equal(claimed(8).kind, 'write')
  assert.equal(claimed(8, 'other').kind, 'retry')
  assert.equal(claimed(30).kind, 'not_yet')
  assert.equal(claim(at, []).kind, 'nothing')
  const failed = block(8, 'main', [{ ...paid, receipt: 'failed' }]).sightings
  assert.equal(claim(at, failed).kind, 'nothing')
  const there = known(chainOf(20), { rows: [rowOf(paid, { height: 8, hash: 'main-8' })] })
  const again = claim(there, block(8, 'main', [paid]).sightings)
  assert.deepEqual(again, { kind: 'write', inserts: [], changes: [] })
})
