/**
 * Random histories of a chain, processed by the real tracker and the real decisions about deposits, with
 * random crashes. The result is compared with the final chain, which neither of them has seen.
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
import type { DepositModel, StoredDeposit, ModelRules } from './deposit-model.ts'

const users = [1001, 1002, 1003]
const stranger = 'stranger'
const fakeContract = '0xfake'

const tiers = [
  { fromAmount: 0n, count: 2 },
  { fromAmount: 50_000n, count: 4 },
  { fromAmount: 1_000_000n, count: 7 },
]
const reorganizationMax = 12
/** Deeper than any reorganization in these histories, so that a final block is never removed. */
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

/** The events of a chain, and the rules for its deposits. */
export const histories = fc.record({
  isTag: fc.boolean(),
  minUnits: fc.constantFrom(1, 900),
  travelLimit: fc.constantFrom(null, 60_000),
  chainDecimals: fc.constantFrom(8, 10),
  steps: fc.array(steps, { minLength: 5, maxLength: 45 }),
})

export type History = typeof histories extends fc.Arbitrary<infer T> ? T : never

/** A running history. */
type Run = {
  readonly model: ChainModel
  readonly deposits: DepositModel
  readonly isTag: boolean
  readonly asset: ChainAsset
  readonly own: Set<string>
  /** The stored block hashes by height, against which credits are checked. */
  readonly taken: Map<number, string>
  counter: number
}

/** Creates the model for a history. */
export type MakeModel = (rules: ModelRules) => Promise<DepositModel>

async function begin(
  { isTag, minUnits, travelLimit, chainDecimals }: History,
  makeModel: MakeModel,
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
  const deposits = await makeModel({
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
    deposits,
    isTag,
    asset,
    own,
    taken: new Map(),
    counter: 0,
  }
  // Stores the first block as the base.
  await scan(run, 0)
  return run
}

/** INV-11: by the rules, the deposit's block is final in the stored chain. */
function requireFinal(run: Run, { block, txid, isCoinbase }: StoredDeposit): void {
  assert.ok(block !== null, 'what is in no block was credited')
  assert.equal(run.taken.get(block.height), block.hash)
  const tip = Math.max(...run.taken.keys())
  const count = tip - block.height + 1
  if (run.isTag) {
    const head = run.model.blocks.at(-1)?.height ?? 0
    assert.ok(block.height <= head - finalDepth || count > finalDepth)
    return
  }
  const sum = sumOf(run, txid)
  const tier = tiers.findLast(({ fromAmount }) => sum >= fromAmount)
  assert.ok(count >= Math.max(tier?.count ?? 0, isCoinbase ? 100 : 0), `${count} confirmations`)
}

/** The sum that a transaction ever paid to users, whether it is still in the chain or not. */
function sumOf(run: Run, txid: string): bigint {
  return run.deposits.rows
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

/** Scans as many new blocks as this pass reads. */
async function scan(run: Run, seed: number, isWhole = false): Promise<void> {
  const { model, deposits } = run
  const together = run.isTag ? 1 + (seed % 3) : 1
  let fromHeight = (deposits.checkpoints.at(-1)?.height ?? -1) + 1
  for (let tries = 0; tries < 60; tries += 1) {
    const tracked = await deposits.storeView(
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
  assert.fail('a scan does not come to rest')
}

/** Exactly as deep as the block of a credited deposit, if that is not too deep. */
function depthOfCredited({ deposits, model }: Run, seed: number): number {
  const credited = deposits.rows.filter(
    ({ state, block }) => state === 'credited' && block !== null,
  )
  const height = credited[seed % Math.max(credited.length, 1)]?.block?.height ?? 0
  const depth = (model.blocks.at(-1)?.height ?? 0) - height + 1
  return depth <= reorganizationMax ? depth : seed % (reorganizationMax + 1)
}

function reorganize(run: Run, seed: number, wanted: number): void {
  const { model } = run
  const depth = Math.min(wanted, model.blocks.length - 1)
  model.cut(depth)
  const waiting = model.pool()
  // A double spend in the new branch: the coins of a user go elsewhere.
  const victim = waiting[seed % Math.max(waiting.length, 1)]
  if (victim !== undefined && seed % 3 === 0) {
    run.counter += 1
    const txid = `tx-${run.counter}`
    const effects = [{ index: 0, toAddress: stranger, contract: run.asset.contract, amount: 1n }]
    model.offer({ ...victim, txid, effects })
  }
  for (let block = 0; block <= depth; block += 1) {
    // Some transactions come back at once, some later, some never.
    const some = model.pool().filter((_, place) => ((seed >> (place % 16)) + block) % 7 === 0)
    model.mine(some)
  }
}

async function step(run: Run, { kind, seed, ...more }: History['steps'][number]): Promise<void> {
  const { model, deposits } = run
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
      // A treasury move to an address of a user: the gas for a sweep.
      const made = payment(run, seed, 5)
      run.own.add(made.txid)
      await deposits.noteOwnMove(made.txid)
      model.offer(made)
      return
    }
    case 'forget':
      if (one !== undefined) model.forget(one.txid)
      return
    case 'mine':
      for (let block = 0; block <= seed; block += 1) model.mine()
      if (seed > 3) await scan(run, 8)
      await deposits.work()
      return
    case 'reorganize':
    case 'take back':
      reorganize(
        run,
        seed,
        kind === 'take back' ? depthOfCredited(run, seed) : seed % (reorganizationMax + 1),
      )
      if (seed % 2 === 0) await scan(run, seed, true)
      await deposits.work()
      return
    case 'tell': {
      const row = deposits.rows[seed % Math.max(deposits.rows.length, 1)]
      if (row !== undefined && !row.hasSender) await deposits.giveSender(row.rowId)
      return
    }
    case 'look': {
      await scan(run, seed)
      let left = seed % 40
      await deposits.work(() => {
        left -= 1
        return left === 0
      })
      return
    }
  }
}

/** Grows the chain until all blocks are final, and gives all required sender data. */
async function settle(run: Run): Promise<void> {
  for (let block = 0; block < 101; block += 1) run.model.mine(block === 0 ? undefined : [])
  await scan(run, 0, true)
  await run.deposits.work()
  for (const row of run.deposits.rows) if (!row.hasSender) await run.deposits.giveSender(row.rowId)
  // Adding up small deposits makes rows due that were processed before.
  for (let round = 0; round < 3; round += 1) await run.deposits.work()
}

/** Compares each user's balance with the final chain. */
function requireEqual(run: Run): void {
  const { deposits, model, asset } = run
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
    const mine = deposits.rows.filter((row) => row.userId === userId && row.block !== null)
    assert.equal(mine.length, wanted.length, 'each effect has its row')
    const kept = mine
      .filter(({ state }) => state === 'too_small')
      .reduce((sum, row) => sum + (row.units ?? 0), 0)
    assert.ok(kept < asset.minUnits, 'what is enough together is credited')
    assert.equal(deposits.balance(userId), large + small - kept)
  }
  for (const row of deposits.rows) {
    const states =
      row.block === null ? ['undone', 'claimed_back', 'seen'] : ['credited', 'too_small']
    assert.ok(states.includes(row.state), `${row.txid} is ${row.state}`)
  }
  const taken = deposits.rows.filter(({ life, state }) => life > 1 || state === 'claimed_back')
  for (const { userId } of taken) assert.ok(deposits.suspended.has(userId), 'his account is held')
}

/**
 * Plays a history to its end and compares. Throws if the ledger differs from the final chain, or if a deposit
 * was credited before it was final. Returns the final rows.
 */
export async function playHistory(
  history: History,
  makeModel: MakeModel,
): Promise<{ readonly rows: readonly StoredDeposit[]; readonly heldCount: number }> {
  const run = await begin(history, makeModel)
  for (const one of history.steps) await step(run, one)
  const heldCount = run.deposits.rows.filter(({ state }) => state === 'held').length
  await settle(run)
  requireEqual(run)
  return { rows: run.deposits.rows, heldCount }
}
