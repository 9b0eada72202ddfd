/**
 * Random histories of a chain, followed by the real tracker and the real decisions about deposits, with the
 * process dying in between; compared with the final chain itself, which neither of them has seen.
 */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { ChainAsset, Finality } from '../chains.ts'
import {
  type ChainModel,
  createChainModel,
  type ModelEffect,
  type ModelTransaction,
  viewOf,
} from './chain-model.ts'
import type { DepositWorld, KeptDeposit, WorldRules } from './deposit-model.ts'

const users = [1001, 1002, 1003]
const stranger = 'stranger'
const fakeContract = '0xfake'

const tiers = [
  { fromAmount: 0n, count: 2 },
  { fromAmount: 50_000n, count: 4 },
  { fromAmount: 1_000_000n, count: 7 },
]
const reorganizationMax = 12
/** Deeper than any reorganization here: what a chain calls final, it does not take back. */
const finalDepth = 13

const steps = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pay'), seed: fc.nat(), of: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replace'), seed: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('coinbase'), seed: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fund'), seed: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget'), seed: fc.nat() }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('mine'), seed: fc.nat(7) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('reorganize'), seed: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('take back'), seed: fc.nat() }) },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('look'), seed: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tell'), seed: fc.nat() }) },
)

/** What happens to a chain, and by which rules its deposits are judged. */
export const histories = fc.record({
  isTag: fc.boolean(),
  minUnits: fc.constantFrom(1, 900),
  travelLimit: fc.constantFrom(null, 60_000),
  chainDecimals: fc.constantFrom(8, 10),
  steps: fc.array(steps, { minLength: 5, maxLength: 45 }),
})

export type History = typeof histories extends fc.Arbitrary<infer T> ? T : never

/** One history under way. */
type Run = {
  readonly model: ChainModel
  readonly world: DepositWorld
  readonly isTag: boolean
  readonly asset: ChainAsset
  readonly own: Set<string>
  /** The chain as far as it was taken in, by height: what a credit is checked against. */
  readonly taken: Map<number, string>
  counter: number
}

/** Makes the world that a history is played in. */
export type MakeWorld = (rules: WorldRules) => Promise<DepositWorld>

async function begin(
  { isTag, minUnits, travelLimit, chainDecimals }: History,
  makeWorld: MakeWorld,
): Promise<Run> {
  const chain = isTag ? 'ethereum' : 'bitcoin'
  const contract = isTag ? '0xtoken' : null
  const asset: ChainAsset = {
    chain,
    contract,
    currencyId: 2,
    chainDecimals,
    unitDecimals: 8,
    minUnits,
    travelLimit,
  }
  const finality: Finality = isTag
    ? { kind: 'tag', usualDepth: finalDepth }
    : { kind: 'confirmations', tiers }
  const own = new Set<string>()
  const world = await makeWorld({
    finality,
    asset,
    addresses: new Map(users.map((userId) => [`user-${userId}`, userId])),
    onMove(row, to) {
      if (to === 'crediting') requireFinal(run, row)
      if (isTag) assert.notEqual(to, 'reversing')
    },
  })
  const run: Run = {
    model: createChainModel(),
    world,
    isTag,
    asset,
    own,
    taken: new Map(),
    counter: 0,
  }
  // The first block is what everything stands on.
  await look(run, 0)
  return run
}

/** INV-11: where it stood in the chain as it was taken in, the rules call it final. */
function requireFinal(run: Run, { place, txid, isCoinbase }: KeptDeposit): void {
  assert.ok(place !== null, 'what is in no block was credited')
  assert.equal(run.taken.get(place.height), place.hash)
  const tip = Math.max(...run.taken.keys())
  const count = tip - place.height + 1
  if (run.isTag) {
    const head = run.model.blocks.at(-1)?.height ?? 0
    assert.ok(place.height <= head - finalDepth || count > finalDepth)
    return
  }
  const sum = sumOf(run, txid)
  const tier = tiers.findLast(({ fromAmount }) => sum >= fromAmount)
  assert.ok(count >= Math.max(tier?.count ?? 0, isCoinbase ? 100 : 0), `${count} confirmations`)
}

/** All that a transaction ever brought to users, whether it is still in the chain or not. */
function sumOf(run: Run, txid: string): bigint {
  return run.world.rows
    .filter((row) => row.txid === txid)
    .reduce((sum, { amount }) => sum + amount, 0n)
}

function payment(run: Run, seed: number, of: number): ModelTransaction {
  run.counter += 1
  const txid = `tx-${run.counter}`
  const isFake = run.isTag && of === 0
  const effects: ModelEffect[] = []
  for (let index = 0; index <= seed % 3; index += 1) {
    const some = (seed >> (index * 3)) % 7
    const to = some < 5 ? `user-${users[some % users.length]}` : stranger
    const amount = BigInt(((seed >> index) % 5_000) * 10 ** ((seed + index) % 4))
    const contract = isFake ? fakeContract : run.asset.contract
    effects.push({ index, toAddress: to, contract, amount })
  }
  const isFailed = run.isTag && of === 1
  return { txid, inputs: [`coin-${run.counter}`], effects, isCoinbase: false, isFailed }
}

/** Takes in what there is, as far as this look comes. */
async function look(run: Run, seed: number, isWhole = false): Promise<void> {
  const { model, world } = run
  const together = run.isTag ? 1 + (seed % 3) : 1
  let fromHeight = (world.marks.at(-1)?.height ?? -1) + 1
  for (let tries = 0; tries < 60; tries += 1) {
    const tracked = await world.takeIn(
      viewOf(model, {
        fromHeight,
        blocksMax: isWhole ? 10_000 : 1 + (seed % 9),
        together,
        finalDepth: run.isTag ? finalDepth : null,
        withPool: !run.isTag && (isWhole || seed % 4 > 0),
        lacksReceipt: (txid) => !isWhole && run.isTag && (seed + txid.length) % 11 === 0,
      }),
    )
    if (tracked.kind === 'write') {
      for (const height of run.taken.keys()) {
        if (height > tracked.writes.forkHeight) run.taken.delete(height)
      }
      const tip = tracked.writes.tipHeight
      for (const { height, hash } of model.blocks) {
        if (height > tracked.writes.forkHeight && height <= tip) run.taken.set(height, hash)
      }
      return
    }
    if (tracked.kind === 'retry') return
    assert.equal(tracked.kind, 'reread', JSON.stringify(tracked))
    if (tracked.kind === 'reread') fromHeight = tracked.fromHeight
  }
  assert.fail('a look finds no end')
}

/** Just as deep as a credited deposit lies, if that is not too deep. */
function depthOfCredited({ world, model }: Run, seed: number): number {
  const credited = world.rows.filter(({ state, place }) => state === 'credited' && place !== null)
  const height = credited[seed % Math.max(credited.length, 1)]?.place?.height ?? 0
  const depth = (model.blocks.at(-1)?.height ?? 0) - height + 1
  return depth <= reorganizationMax ? depth : seed % (reorganizationMax + 1)
}

function reorganize(run: Run, seed: number, wanted: number): void {
  const { model } = run
  const depth = Math.min(wanted, model.blocks.length - 1)
  model.cut(depth)
  const waiting = model.pool()
  // A double spend in the new branch: somebody's coin goes elsewhere.
  const victim = waiting[seed % Math.max(waiting.length, 1)]
  if (victim !== undefined && seed % 3 === 0) {
    run.counter += 1
    const txid = `tx-${run.counter}`
    const effects = [{ index: 0, toAddress: stranger, contract: run.asset.contract, amount: 1n }]
    model.offer({ ...victim, txid, effects })
  }
  for (let block = 0; block <= depth; block += 1) {
    // Some come again at once, some later, some never.
    const some = model.pool().filter((_, place) => ((seed >> (place % 16)) + block) % 7 === 0)
    model.mine(some)
  }
}

async function step(run: Run, { kind, seed, ...more }: History['steps'][number]): Promise<void> {
  const { model, world } = run
  const waiting = model.pool()
  const one = waiting[seed % Math.max(waiting.length, 1)]
  switch (kind) {
    case 'pay':
      model.offer(payment(run, seed, 'of' in more ? more.of : 0))
      return
    case 'replace':
      if (one !== undefined) model.offer({ ...payment(run, seed, 5), inputs: one.inputs })
      return
    case 'coinbase':
      if (!run.isTag) model.mine([{ ...payment(run, seed, 5), isCoinbase: true, inputs: [] }])
      return
    case 'fund': {
      // Our own money on its way to an address of a user: to pay for a sweep.
      const made = payment(run, seed, 5)
      run.own.add(made.txid)
      await world.noteOwnMove(made.txid)
      model.offer(made)
      return
    }
    case 'forget':
      if (one !== undefined) model.forget(one.txid)
      return
    case 'mine':
      for (let block = 0; block <= seed; block += 1) model.mine()
      if (seed > 3) await look(run, 8)
      await world.work()
      return
    case 'reorganize':
    case 'take back':
      reorganize(
        run,
        seed,
        kind === 'take back' ? depthOfCredited(run, seed) : seed % (reorganizationMax + 1),
      )
      if (seed % 2 === 0) await look(run, seed, true)
      await world.work()
      return
    case 'tell': {
      const row = world.rows[seed % Math.max(world.rows.length, 1)]
      if (row !== undefined && !row.hasSender) await world.tellSender(row.rowId)
      return
    }
    case 'look': {
      await look(run, seed)
      let left = seed % 40
      await world.work(() => {
        left -= 1
        return left === 0
      })
      return
    }
  }
}

/** Lets the chain grow until all is final, and everybody tell what he is asked for. */
async function settle(run: Run): Promise<void> {
  for (let block = 0; block < 101; block += 1) run.model.mine(block === 0 ? undefined : [])
  await look(run, 0, true)
  await run.world.work()
  for (const row of run.world.rows) if (!row.hasSender) await run.world.tellSender(row.rowId)
  // What is added up frees rows that were looked at before.
  for (let round = 0; round < 3; round += 1) await run.world.work()
}

/** What the final chain itself says that each user should have. */
function requireEqual(run: Run): void {
  const { world, model, asset } = run
  const scale = 10n ** BigInt(asset.chainDecimals - 8)
  for (const userId of users) {
    const wanted = model.blocks.flatMap(({ transactions }) =>
      transactions.flatMap(({ txid, effects, isFailed }) =>
        isFailed || run.own.has(txid)
          ? []
          : effects.filter(
              ({ toAddress, contract, amount }) =>
                toAddress === `user-${userId}` && contract === asset.contract && amount > 0n,
            ),
      ),
    )
    const units = wanted.map(({ amount }) => Number(amount / scale))
    const large = units.filter((one) => one >= asset.minUnits).reduce((sum, one) => sum + one, 0)
    const small = units.filter((one) => one < asset.minUnits).reduce((sum, one) => sum + one, 0)
    const mine = world.rows.filter((row) => row.userId === userId && row.place !== null)
    assert.equal(mine.length, wanted.length, 'each effect has its row')
    const kept = mine
      .filter(({ state }) => state === 'too_small')
      .reduce((sum, row) => sum + (row.units ?? 0), 0)
    assert.ok(kept < asset.minUnits, 'what is enough together is credited')
    assert.equal(world.balance(userId), large + small - kept)
  }
  for (const row of world.rows) {
    const states =
      row.place === null ? ['undone', 'claimed_back', 'seen'] : ['credited', 'too_small']
    assert.ok(states.includes(row.state), `${row.txid} is ${row.state}`)
  }
  const taken = world.rows.filter(({ life, state }) => life > 1 || state === 'claimed_back')
  for (const { userId } of taken) assert.ok(world.suspended.has(userId), 'his account is held')
}

/**
 * Plays a history to its end and compares: throws where the books are not those of the final chain, or
 * anything was credited before it was final. Returns the rows as they stand then.
 */
export async function playHistory(
  history: History,
  makeWorld: MakeWorld,
): Promise<{ readonly rows: readonly KeptDeposit[]; readonly heldCount: number }> {
  const run = await begin(history, makeWorld)
  for (const one of history.steps) await step(run, one)
  const heldCount = run.world.rows.filter(({ state }) => state === 'held').length
  await settle(run)
  requireEqual(run)
  return { rows: run.world.rows, heldCount }
}
