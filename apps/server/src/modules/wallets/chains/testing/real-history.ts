/**
 * Random histories on a real node: payments, replacements, forks with double spends, fakes and failures. The
 * product's scans and decisions process them, and the result is compared with the final chain.
 */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { createLog } from '../../../../platform/logging/log.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import { chainTable, coinbaseMaturity, type Finality } from '../chains.ts'
import { createScan } from '../tracking/scan.ts'
import { createWatch } from '../addresses/watch.ts'
import type { StoredDeposit } from './deposit-model.ts'
import type { RealChain, Sent, Snapshot, WantedPayment } from './real-chain.ts'
import { createStoredModel, type StoredModel } from './stored-model.ts'

const users = [1001, 1002, 1003]
const epoch = 0
const forkMax = 12
/** Blocks below a history, so that the deepest fork does not reach earlier blocks. */
const spareBlocks = 14
const passesMax = 200
const senderRounds = 3
const coinbaseBlocks = 101

const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('pay'), seed: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fake'), seed: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('failing'), seed: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('replace'), seed: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('coinbase'), seed: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resend'), seed: fc.nat() }) },
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('mine'), seed: fc.nat() }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('fork'), seed: fc.nat() }) },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('look'), seed: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tell'), seed: fc.nat() }) },
)

/** The events of a chain. */
export const realSteps = fc.array(step, { minLength: 20, maxLength: 45 })
export type RealSteps = typeof realSteps extends fc.Arbitrary<infer T> ? T : never

/** The statistics of a history. */
export type Played = {
  readonly rows: number
  readonly credited: number
  /** In no block at the end. */
  readonly undone: number
  /** Credited and reversed. */
  readonly reversed: number
  readonly forks: number
  readonly doubleSpent: number
  readonly replaced: number
  /** Fakes and failures that the chain accepted. */
  readonly wrong: number
}

type Run = {
  readonly chain: RealChain
  readonly deposits: StoredModel
  /** Addresses with their owners. */
  readonly addresses: ReadonlyMap<string, number>
  readonly stranger: string
  readonly startHeight: number
  readonly sent: Sent[]
  /** Scans to the end of the chain and remembers it. */
  scanOnce(): Promise<void>
  /** The chain as of the last scan. */
  seen: Snapshot
  hasCoinbase: boolean
  readonly happened: { forks: number; doubleSpent: number; replaced: number; wrong: number }
}

/** Plays a history to its end in a database of its own; throws if the ledger differs from the chain. */
export async function playReal(
  chain: RealChain,
  databaseUrl: string,
  steps: RealSteps,
): Promise<Played> {
  const addresses = new Map(users.map((userId) => [chain.newAddress(), userId]))
  const box: { run: Run | null } = { run: null }
  const { asset, finality } = chain
  const deposits = await createStoredModel(
    databaseUrl,
    {
      asset,
      finality,
      addresses,
      onMove(row, to) {
        if (to === 'crediting' && box.run !== null) requireFinal(box.run, row)
      },
    },
    await chain.first(),
  )
  try {
    const run = await begin(chain, deposits, addresses)
    box.run = run
    for (const one of steps) await play(run, one)
    await settle(run)
    await requireEqual(run)
    const states = deposits.rows.map(({ state }) => state)
    return {
      rows: states.length,
      credited: states.filter((state) => state === 'credited').length,
      undone: states.filter((state) => state === 'undone' || state === 'claimed_back').length,
      reversed: deposits.booked.filter(({ kind }) => kind === 'reverse_credit').length,
      ...run.happened,
    }
  } finally {
    await deposits.close()
  }
}

async function begin(
  chain: RealChain,
  deposits: StoredModel,
  addresses: ReadonlyMap<string, number>,
): Promise<Run> {
  const { asset, finality } = chain
  const { database } = deposits
  const log = createLog('silent')
  const watch = createWatch(database, chainTable[asset.chain].family)
  const haltLimits = { lookMs: 60_000, tipMs: 3_600_000, finalMs: null }
  const listed = {
    ...asset,
    assetId: 1,
    symbol: 'X',
    chainId: null,
    withdrawalFee: '0',
    isPayable: true,
    isReceivable: true,
    isAdded: false,
  }
  const profile = {
    chain: asset.chain,
    finality,
    assets: [listed],
    usualDepth: 1,
    haltLimits,
    scanEveryMs: 1_000,
  }
  // One scan object for the whole history, so that its memory of the pool is tested too.
  const scan = createScan({ database, keys: testKeys, log, profile, source: chain.source(), watch })
  const run: Run = {
    chain,
    deposits,
    addresses,
    stranger: chain.newAddress(),
    startHeight: await chain.height(),
    sent: [],
    seen: { head: 0, final: null, hashes: new Map() },
    hasCoinbase: false,
    happened: { forks: 0, doubleSpent: 0, replaced: 0, wrong: 0 },
    async scanOnce() {
      let reason: string | null = null
      for (let tries = 0; tries < passesMax; tries += 1) {
        const looked = await scan.runOnce(epoch)
        assert.notEqual(looked.status, 'halted', looked.reason ?? '')
        reason = looked.reason
        if (looked.status !== 'taken') continue
        await deposits.refresh()
        const places = deposits.rows.flatMap(({ block }) => (block === null ? [] : [block]))
        run.seen = await chain.snapshot(places)
        return
      }
      assert.fail(`a scan does not come to rest: ${reason}`)
    },
  }
  await run.scanOnce()
  await chain.mine(spareBlocks)
  await run.scanOnce()
  return run
}

/**
 * INV-11: the deposit is in the block that the chain had at the last scan, and the rules call that block
 * final.
 */
function requireFinal({ chain, seen, deposits }: Run, row: StoredDeposit): void {
  const { block, txid, isCoinbase } = row
  assert.ok(block !== null, 'what is in no block was credited')
  assert.equal(seen.hashes.get(block.height), block.hash)
  const sum = deposits.rows
    .filter((one) => one.txid === txid)
    .reduce((total, { amount }) => total + amount, 0n)
  const needed = countNeeded(chain.finality, sum, isCoinbase)
  if (needed === null) assert.ok(seen.final !== null && block.height <= seen.final)
  else assert.ok(seen.head - block.height + 1 >= needed, `${txid} has not ${needed}`)
}

/**
 * Confirmations by the tiers, computed independently of the product; null if the chain marks final blocks.
 */
function countNeeded(finality: Finality, sum: bigint, isCoinbase: boolean): number | null {
  if (finality.kind === 'tag') return null
  const counts = finality.tiers
    .filter(({ fromAmount }) => fromAmount <= sum)
    .map(({ count }) => count)
  return Math.max(...counts, isCoinbase ? coinbaseMaturity : 0)
}

function someOf<T>(items: readonly T[], seed: number): T | null {
  return items[seed % Math.max(items.length, 1)] ?? null
}

function wantedOf(run: Run, kind: WantedPayment['kind'], seed: number): WantedPayment {
  const own = [...run.addresses.keys()]
  const outputs = Array.from({ length: 1 + (seed % 3) }, (_, at) => {
    const some = (seed >> (at * 3)) % 7
    const to = some < 6 ? own[some % own.length] : run.stranger
    // Above the node's dust limit; below and above the minimum deposit and all tiers.
    const amount = BigInt(600 + (((seed >> at) % 900) + 1) * 10 ** ((seed + at) % 4))
    return { to: to ?? run.stranger, amount }
  })
  return { outputs, kind }
}

async function play(run: Run, { kind, seed }: RealSteps[number]): Promise<void> {
  const { chain, deposits } = run
  switch (kind) {
    case 'pay':
    case 'fake':
    case 'failing':
    case 'replace': {
      const what = kind === 'fake' || kind === 'failing' ? kind : 'right'
      if (what !== 'right' && chain.hasCoinbases) return
      const instead = kind === 'replace' ? someOf(run.sent.slice(-4), seed) : null
      const sent = await chain.pay(wantedOf(run, what, seed), instead)
      if (sent === null) return
      run.sent.push(sent)
      if (instead !== null) run.happened.replaced += 1
      if (what !== 'right') run.happened.wrong += 1
      return
    }
    case 'coinbase':
      if (!chain.hasCoinbases) return
      await chain.mine(1, someOf([...run.addresses.keys()], seed) ?? undefined)
      run.hasCoinbase = true
      return
    case 'resend': {
      const sent = someOf(run.sent, seed)
      if (sent !== null) await chain.resend(sent)
      return
    }
    case 'mine':
      await chain.mine(1 + (seed % 8))
      if (seed % 2 === 0) await run.scanOnce()
      await deposits.work()
      return
    case 'fork':
      await fork(run, seed)
      if (seed % 2 === 0) await run.scanOnce()
      await deposits.work()
      return
    case 'tell': {
      const row = someOf(deposits.rows, seed)
      if (row !== null && !row.hasSender) await deposits.giveSender(row.rowId)
      return
    }
    case 'look': {
      await run.scanOnce()
      let left = seed % 40
      await deposits.work(() => {
        left -= 1
        return left === 0
      })
    }
  }
}

/** Forks as deep as allowed, with or without a double spend, keeping or dropping the payments. */
async function fork({ chain, sent, happened }: Run, seed: number): Promise<void> {
  const depth = 1 + (seed % forkMax)
  const victim = (seed >> 5) % 3 === 0 ? someOf(sent.slice(-3), seed >> 3) : null
  const transactions = victim === null ? [] : [await chain.doubleSpend(victim)]
  const forget = (seed >> 7) % 4 === 0
  happened.forks += 1
  try {
    await chain.fork({ depth, transactions, forget })
    happened.doubleSpent += transactions.length
  } catch {
    // The inputs of the double spend were spent below the fork, so the chain refuses it and stays unchanged.
    await chain.fork({ depth, transactions: [], forget })
  }
}

/** Grows the chain until all blocks are final, and gives all required sender data. */
async function settle(run: Run): Promise<void> {
  const { chain, deposits } = run
  await chain.mine(run.hasCoinbase ? coinbaseBlocks : chain.settleBlocks)
  await run.scanOnce()
  await deposits.work()
  for (const row of deposits.rows) if (!row.hasSender) await deposits.giveSender(row.rowId)
  // Adding up small deposits makes rows due that were processed before.
  for (let round = 0; round < senderRounds; round += 1) await deposits.work()
}

/** Compares each user's balance with the final chain. */
async function requireEqual({ chain, deposits, addresses, startHeight }: Run): Promise<void> {
  const { asset } = chain
  const scale = 10n ** BigInt(asset.chainDecimals - asset.unitDecimals)
  const effects = await chain.effects(startHeight, new Set(addresses.keys()))
  for (const [address, userId] of addresses) {
    const wanted = effects.filter(({ to }) => to === address)
    const mine = deposits.rows.filter((row) => row.userId === userId && row.block !== null)
    const toLines = (rows: readonly { readonly txid: string; readonly amount: bigint }[]) =>
      rows.map(({ txid, amount }) => `${txid} ${amount}`).toSorted()
    assert.deepEqual(toLines(mine), toLines(wanted), 'each effect has its row')
    const units = wanted.map(({ amount }) => Number(amount / scale))
    const sum = units.reduce((total, one) => total + one, 0)
    const kept = mine
      .filter(({ state }) => state === 'too_small')
      .reduce((total, row) => total + (row.units ?? 0), 0)
    assert.ok(kept < asset.minUnits, 'what is enough together is credited')
    assert.equal(deposits.balance(userId), sum - kept)
  }
  for (const { block, state, txid } of deposits.rows) {
    const states = block === null ? ['undone', 'claimed_back', 'seen'] : ['credited', 'too_small']
    assert.ok(states.includes(state), `${txid} is ${state}`)
  }
  const taken = deposits.rows.filter(({ life, state }) => life > 1 || state === 'claimed_back')
  for (const { userId } of taken) assert.ok(deposits.suspended.has(userId), 'his account is held')
}
