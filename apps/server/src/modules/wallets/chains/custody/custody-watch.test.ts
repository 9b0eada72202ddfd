/** Custody in PostgreSQL: stored readings, stopped currencies, and reports of what lasts. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Database, openDatabase } from '../../../../platform/database/pool.ts'
import {
  type TestCluster,
  temporaryCluster,
} from '../../../../platform/database/testing/cluster.ts'
import { createLog } from '../../../../platform/logging/log.ts'
import { chainTable } from '../chains.ts'
import { createReader } from './custody-reading.ts'
import { createCustodyAlarm } from './custody-alarm.ts'
import { type ChainHoldings, type CustodyFigures, readingValidMs } from './custody.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import type { BitcoinNode, KeyAt } from '../../../../adapters/bitcoin/index.ts'
import { createTestLedger } from '../testing/custody.ts'
import { insertAddress } from '../addresses/address-store.ts'
import { createCustodyMemory, type CustodyMemory } from './custody-memory.ts'
import { custodyStopOf } from './custody-store.ts'
import { lastJudged, watchCustody } from './custody-watch.ts'
import { bitcoinAsset, personWithAddress } from '../testing/coins.ts'
import { openChain } from '../tracking/tracker-store.ts'

let cluster: TestCluster
const log = createLog('silent')
const { currencyId } = bitcoinAsset

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

async function opened(t: { after: (end: () => Promise<void>) => void }): Promise<Database> {
  const database = openDatabase(await cluster.database(), log)
  t.after(() => database.end())
  await openChain(database, 'bitcoin', 'main-0')
  return database
}

/** A watch with a chain, engine and clock that the test controls; the liability is 1,000. */
async function watched(t: TestContext, satoshi: bigint, isSettled = true) {
  const database = await opened(t)
  const books = createTestLedger()
  const said = { nowMs: Date.now(), satoshi: satoshi as bigint | null }
  const clock = () => said.nowMs
  const memory = createCustodyMemory(clock)
  const judging = { database, keys: testKeys, engine: books.engine, memory, clock }
  const assets = [bitcoinAsset]
  const engine = { ...books.engine, waitForProjection: () => Promise.resolve(isSettled) }
  const owe = (units: number) => books.has(chainTable.bitcoin.railId, currencyId, -units)
  owe(1_000)
  const holdings = (): ChainHoldings | null => {
    if (said.satoshi === null) return null
    return { of: new Map([[null, { hot: said.satoshi, unswept: 0n }]]), readMs: said.nowMs }
  }
  const start = async (own: CustodyMemory) => {
    const watch = watchCustody({
      ...judging,
      memory: own,
      log,
      engine,
      assets,
      read: (chain) => Promise.resolve(chain === 'bitcoin' ? holdings() : null),
      topUp: null,
    })
    t.after(() => watch.stop())
    // The watch starts a pass itself. A test that called `runOnce` meanwhile would share it.
    await watch.runOnce()
    return watch
  }
  const watch = await start(memory)
  return {
    database,
    said,
    memory,
    watch,
    /** A second server after the first, with a memory of its own. */
    async restart() {
      await watch.stop()
      return start(createCustodyMemory(clock))
    },
    owe,
    stop: () => custodyStopOf({ database, keys: testKeys, custody: memory }, currencyId),
    async shown() {
      const [one] = await lastJudged({ ...judging, assets })
      return [one?.verdict, one?.held, one?.liabilities, one?.gap]
    },
  }
}

test('INV-14: nothing is paid before the first custody verdict, and liabilities are shown meanwhile', async (t) => {
  const database = await opened(t)
  const books = createTestLedger()
  books.has(chainTable.bitcoin.railId, currencyId, -1_000)
  const memory = createCustodyMemory(Date.now)
  assert.equal(memory.stopOf(currencyId), 'custody_stale')
  const { engine } = books
  const judging = { database, keys: testKeys, engine, memory, assets: [bitcoinAsset] }
  const [shown] = await lastJudged({ ...judging, clock: Date.now })
  assert.deepEqual([shown?.verdict, shown?.held, shown?.liabilities], ['stale', null, 1_000])
})

test('INV-14: a gap stops its currency at once, and it resumes when the chain holds enough', async (t) => {
  const on = await watched(t, 999n)
  const [first] = await on.watch.runOnce()
  assert.deepEqual([first?.custody.verdict, first?.custody.gap], ['gap', 1])
  assert.equal(await on.stop(), 'custody_gap')
  assert.equal(on.memory.stopped().count, 1)
  on.said.satoshi = 1_000n
  await on.watch.runOnce()
  assert.equal(await on.stop(), null)
})

test('INV-14: withdrawals that wait for custody become due as soon as the chain holds enough', async (t) => {
  const on = await watched(t, 999n)
  const { database } = on
  const userId = await personWithAddress(database, 'sari')
  const add = (state: string) =>
    database.query(
      `insert into wallets.chain_withdrawal (chain, user_id, currency_id, amount, fee, net, chain_amount,
         to_address, state, cause, next_look_at, reference, request_id, request_hash)
       values ('bitcoin', $1, $2, 100, 1, 99, 99, 'bcrt1q', $3, 'custody_gap', now() + interval '1 hour',
         gen_random_uuid()::text, gen_random_uuid(), '\\x00')`,
      [userId, currencyId, state],
    )
  await add('approved')
  await add('held')
  const due = async () => {
    const { rows } = await database.query<{ state: string }>(
      'select state from wallets.chain_withdrawal where next_look_at <= now()',
    )
    return rows.map(({ state }) => state)
  }
  await on.watch.runOnce()
  assert.deepEqual(await due(), [])
  on.said.satoshi = 1_000n
  await on.watch.runOnce()
  assert.deepEqual(await due(), ['approved'])
})

test('INV-14: a verdict is shown with the figures of its own pass, and as stale once it is old', async (t) => {
  const on = await watched(t, 1_000n)
  await on.watch.runOnce()
  await on.watch.stop()
  // A deposit was booked after the chain was read.
  on.owe(1_500)
  assert.deepEqual(await on.shown(), ['whole', 1_000, 1_000, 0])
  on.said.nowMs += 360_000
  assert.deepEqual(await on.shown(), ['stale', 1_000, 1_000, 0])
})

test('INV-14 FLT-26: a chain that is no longer read stops its currency, and so does a stopped watch', async (t) => {
  const on = await watched(t, 1_000n)
  await on.watch.runOnce()
  assert.equal(await on.stop(), null)
  on.said.satoshi = null
  on.said.nowMs += 360_000
  await on.watch.runOnce()
  assert.equal(await on.stop(), 'custody_stale')
  on.said.satoshi = 1_000n
  await on.watch.runOnce()
  assert.equal(await on.stop(), null)
  await on.watch.stop()
  on.said.nowMs += 360_000
  assert.equal(await on.stop(), 'custody_stale')
})

test('INV-14: uncredited deposits cover no liabilities', async (t) => {
  const on = await watched(t, 1_400n)
  const { database } = on
  const userId = await personWithAddress(database, 'sari')
  await database.query(`update wallets.chain_cursor set tip_height = 5`)
  const deposit = (height: number, state: string) =>
    database.query(
      `insert into wallets.chain_deposit (chain, user_id, currency_id, txid, output_index, to_address,
         amount, is_coinbase, block_height, block_hash, state)
       values ('bitcoin', $1, $2, gen_random_uuid()::text, 0, 'bcrt1q', 500, false, $3, 'main', $4)`,
      [userId, currencyId, height, state],
    )
  await deposit(5, 'held')
  const judged = async () => {
    const [one] = await on.watch.runOnce()
    return [one?.custody.verdict, one?.custody.gap]
  }
  assert.deepEqual(await judged(), ['gap', 100])
  on.said.satoshi = 1_500n
  assert.deepEqual(await judged(), ['whole', 0])
  // Mined after the reading started, so the reading may not include it.
  await deposit(6, 'confirming')
  assert.deepEqual(await judged(), ['whole', 0])
  // A credited deposit is a liability, and one in `crediting` may be.
  await deposit(5, 'crediting')
  assert.deepEqual(await judged(), ['whole', 0])
})

test('INV-14: tables that are behind the journal give no verdict', async (t) => {
  const on = await watched(t, 1_000n, false)
  await on.watch.runOnce()
  assert.equal(await on.stop(), 'custody_stale')
})

/** The entries of custody in the audit log, oldest first. */
async function alarmsIn(database: Database): Promise<readonly string[]> {
  const found = await database.query<{ action: string }>(
    `select action from desk.audit_entry where subject = $1 order by no`,
    [`currency:${currencyId}`],
  )
  return found.rows.map(({ action }) => action)
}

test('INV-14: the end of a reported gap is reported by a restarted server', async (t) => {
  const on = await watched(t, 1n)
  on.said.nowMs += 120_000
  await on.watch.runOnce()
  const after = await on.restart()
  on.said.nowMs += 120_000
  await after.runOnce()
  assert.deepEqual(await alarmsIn(on.database), ['custody.gap'])
  on.said.satoshi = 1_000n
  await after.runOnce()
  on.said.nowMs += 120_000
  await after.runOnce()
  assert.deepEqual(await alarmsIn(on.database), ['custody.gap', 'custody.whole'])
})

test('INV-14: a lasting gap is reported once, and so is its end', async (t) => {
  const on = await watched(t, 1n)
  const alarms = () => alarmsIn(on.database)
  await on.watch.runOnce()
  assert.deepEqual(await alarms(), [])
  on.said.nowMs += 120_000
  await on.watch.runOnce()
  await on.watch.runOnce()
  assert.deepEqual(await alarms(), ['custody.gap'])
  on.said.satoshi = 1_000n
  await on.watch.runOnce()
  on.said.nowMs += 120_000
  await on.watch.runOnce()
  assert.deepEqual(await alarms(), ['custody.gap', 'custody.whole'])
})

test('INV-14 ATT-97: outputs that the node calls spent or foreign do not count as holdings, whatever the rows say', async (t) => {
  const database = await opened(t)
  const named = (letters: string) => letters.repeat(32)
  const insert = (txid: string, branch: number) =>
    database.query(
      `insert into wallets.chain_outpoint (txid, output_index, amount, branch, key_index,
         is_coinbase, block_height, block_hash) values ($1, 0, 500, $2, 0, false, 1, 'main-1')`,
      [named(txid), branch],
    )
  await insert('aa', 0)
  // The same output with its id in upper case, which a node accepts too.
  await insert('AA', 0)
  await insert('bb', 1)
  await insert('cc', 1)
  // Paid to a stranger, although the row names our key.
  await insert('dd', 1)
  await insert('ee', 0)
  const account = { at: ({ branch }: KeyAt) => ({ address: '', script: Buffer.from([branch]) }) }
  const unspent = { amount: 500n, confirmations: 1, isCoinbase: false, asOfBlockId: 'main-1' }
  const scripts: Readonly<Record<string, string>> = { aa: '00', bb: '01', dd: '00', ee: '02' }
  const node: Pick<BitcoinNode, 'unspent'> = {
    unspent: async (outpoints) => {
      const value = outpoints.map(({ txid }) => {
        const script = scripts[txid.slice(0, 2).toLowerCase()]
        return script === undefined ? null : { ...unspent, script }
      })
      return { status: 'done', value }
    },
  }
  const read = createReader({
    database,
    keys: testKeys,
    assets: [bitcoinAsset],
    clock: Date.now,
    nodes: async () => ({ evm: new Map(), bitcoin: { node, account } }),
  })
  const outputs = await read('bitcoin')
  assert.deepEqual(outputs?.of, new Map([[null, { hot: 500n, unswept: 500n }]]))
  assert.equal(await read('ethereum'), null)
})

test('INV-14 ATT-97: the balance of an unchanged address is cached, and a foreign address is never read', async (t) => {
  const database = await opened(t)
  await openChain(database, 'bnb', 'bnb-0')
  const userId = await personWithAddress(database, 'sari')
  const deposit = (address: string) =>
    database.query(
      `insert into wallets.chain_deposit (chain, user_id, currency_id, txid, output_index, to_address,
         amount, is_coinbase, block_height, block_hash, state, updated_at)
       values ('bnb', $1, 7, gen_random_uuid()::text, 0, $2, 5, false, 1, 'bnb-1', 'credited',
         now() + interval '1 second')`,
      [userId, address],
    )
  const given = { family: 'evm', userId, index: 0, address: '0xaa' } as const
  await insertAddress(database, testKeys, given)
  await deposit('0xaa')
  // Forged addresses: the first has no owner, the second has the seal of another one.
  await deposit('0xrich')
  await deposit('0xricher')
  await database.query(
    `insert into wallets.chain_address (family, user_id, index, address, seal)
     select family, $1, 1, '0xricher', seal from wallets.chain_address where address = '0xaa'`,
    [await personWithAddress(database, 'putri')],
  )
  const asked: string[] = []
  const node = {
    async balances(address: string, contracts: readonly string[]) {
      asked.push(address)
      return { status: 'done', value: { coin: 3n, tokens: contracts.map(() => 4n) } } as const
    },
  }
  let nowMs = Date.now() + 60_000
  const coin = { ...bitcoinAsset, chain: 'bnb', currencyId: 7, chainDecimals: 18 } as const
  const read = createReader({
    database,
    keys: testKeys,
    assets: [coin, { ...coin, contract: '0xcc', currencyId: 8 }],
    clock: () => nowMs,
    nodes: async () => ({ bitcoin: null, evm: new Map([['bnb', { node, hotAddress: '0xhot' }]]) }),
  })
  const expected = new Map([
    [null, { hot: 3n, unswept: 3n }],
    ['0xcc', { hot: 4n, unswept: 4n }],
  ])
  assert.deepEqual(await read('bnb'), { of: expected, readMs: nowMs })
  const firstMs = nowMs
  nowMs += 60_000
  assert.equal((await read('bnb'))?.readMs, firstMs, 'as old as its oldest part')
  assert.deepEqual(asked, ['0xhot', '0xaa', '0xhot'])
  nowMs = firstMs + readingValidMs - 60_000
  await read('bnb')
  assert.deepEqual(asked.slice(3), ['0xhot', '0xaa'])
  // Gas from the hot wallet changes the balance without a deposit.
  await database.query(
    `insert into wallets.chain_transaction (chain, purpose, no, request, fee_max, reference, updated_at)
     values ('bnb', 'gas_funding', 1, '', 9, 'gas_funding-x:0', now() + interval '2 hours')`,
  )
  await read('bnb')
  assert.deepEqual(asked.slice(5), ['0xhot', '0xaa'])
})

test('INV-14 ATT-75: a token whose contract does not answer becomes stale alone, and recovers when it answers', async (t) => {
  const database = await opened(t)
  await openChain(database, 'bnb', 'bnb-0')
  const userId = await personWithAddress(database, 'sari')
  const given = { family: 'evm', userId, index: 0, address: '0xaa' } as const
  await insertAddress(database, testKeys, given)
  await database.query(
    `insert into wallets.chain_deposit (chain, user_id, currency_id, txid, output_index, to_address,
       amount, is_coinbase, block_height, block_hash, state)
     values ('bnb', $1, 7, 'a', 0, '0xaa', 5, false, 1, 'bnb-1', 'credited')`,
    [userId],
  )
  const hides = { from: 'all' as string | null }
  const node = {
    async balances(address: string, contracts: readonly string[]) {
      const isHidden = hides.from === 'all' || hides.from === address
      const tokens = contracts.map((one) => (one === '0xbad' && isHidden ? null : 4n))
      return { status: 'done', value: { coin: 3n, tokens } } as const
    },
  }
  const coin = { ...bitcoinAsset, chain: 'bnb', currencyId: 7, chainDecimals: 18 } as const
  let nowMs = Date.now() + 60_000
  const read = createReader({
    database,
    keys: testKeys,
    assets: [coin, { ...coin, contract: '0xbad' }, { ...coin, contract: '0xcc' }],
    clock: () => nowMs,
    nodes: async () => ({ bitcoin: null, evm: new Map([['bnb', { node, hotAddress: '0xhot' }]]) }),
  })
  const contracts = async () => [...((await read('bnb'))?.of.keys() ?? [])]
  assert.deepEqual(await contracts(), [null, '0xcc'])
  hides.from = null
  assert.deepEqual(await contracts(), [null, '0xbad', '0xcc'])
  nowMs += readingValidMs
  hides.from = '0xaa'
  assert.deepEqual(await contracts(), [null, '0xcc'])
})

test('INV-14: missing house funds are reported once the difference lasts', async (t) => {
  const database = await opened(t)
  let nowMs = Date.now()
  const alarm = createCustodyAlarm({
    database,
    keys: testKeys,
    log,
    hasLender: false,
    clock: () => nowMs,
  })
  const figuresOf = (hot: bigint): Pick<CustodyFigures, 'parts'> => {
    const reading = { hot, unswept: 0n, readMs: nowMs }
    return { parts: [{ asset: bitcoinAsset, reading, owed: 1_000, uncredited: 0n, inFlight: 0 }] }
  }
  const look = async (hot: bigint) => {
    await alarm([figuresOf(hot)])
    nowMs += 600_000
  }
  const alarms = async () => {
    const found = await database.query<{ after: unknown }>(
      `select after from desk.audit_entry where action = 'custody.unexplained' order by no`,
    )
    return found.rows.length
  }
  // Missing in two checks, then found.
  for (const hot of [900n, 900n, 1_000n, 900n, 900n]) await look(hot)
  assert.equal(await alarms(), 0)
  await look(950n)
  await look(950n)
  assert.equal(await alarms(), 1)
  // Found, and missing again.
  for (const hot of [1_000n, 990n, 990n, 990n]) await look(hot)
  assert.equal(await alarms(), 2)
})
