/**
 * Nonces and inputs of withdrawals in PostgreSQL: nonces without gaps, inputs used once, bytes that never
 * change.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '../../../../platform/logging/log.ts'
import { type Database, openDatabase } from '../../../../platform/database/pool.ts'
import {
  type TestCluster,
  temporaryCluster,
} from '../../../../platform/database/testing/cluster.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import { UndeclaredEdge } from '../../machine/edges.ts'
import { countWithdrawn, withdrawnOfDay } from '../../withdrawn-proofs.ts'
import { holdSource } from '../commands.ts'
import { bitcoinAsset, reversedDeposit, personWithAddress } from '../testing/coins.ts'
import { openChain } from '../tracking/tracker-store.ts'
import { macOfRequest } from './requests/approving.ts'
import { createWithdrawalExecutor, type WithFunding } from './executor.ts'
import { readPayment } from './payment-store.ts'
import {
  isWithin,
  isWithinStill,
  type SignerLimits,
  readSignerLimits,
} from './signing/signer-limits.ts'
import {
  freeCoins,
  releaseCoins,
  storeSigned,
  moveChainWithdrawal,
  planTransaction,
  readChainWithdrawal,
  SignedOtherwise,
  reserveCoins,
  assignNonce,
  transactionsOf,
} from './withdrawal-store.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

async function opened(t: { after: (end: () => Promise<void>) => void }): Promise<Database> {
  const database = openDatabase(await cluster.database(), createLog('silent'))
  t.after(() => database.end())
  await openChain(database, 'bitcoin', 'main-0')
  return database
}

/** Moves a withdrawal without signing. */
const executorOf = (deps: object, rowId: number) =>
  createWithdrawalExecutor(deps as unknown as WithFunding, rowId, 0)

/** A new withdrawal of 1,000 satoshi. */
async function withdrawal(database: Database, userId: number, reference: string): Promise<number> {
  const made = await database.query<{ id: number }>(
    `insert into wallets.chain_withdrawal (chain, user_id, currency_id, amount, fee, net, chain_amount,
       to_address, reference, request_id, request_hash)
     values ('bitcoin', $1, 2, 1000, 100, 900, 900, 'somewhere', $2, gen_random_uuid(), '\\x00')
     returning id`,
    [userId, reference],
  )
  return made.rows[0]?.id ?? 0
}

test('INV-16 FLT-30: concurrent nonces are consecutive, and a rolled back one leaves no gap', async (t) => {
  const database = await opened(t)
  const at = { chain: 'bitcoin', address: '0xhot', firstNonce: 7 } as const
  const broken = inTransaction(database, async (transaction) => {
    await assignNonce(transaction, at)
    throw new Error('the slot could not be stored')
  })
  await assert.rejects(broken)
  const taken = await Promise.all(
    Array.from({ length: 8 }, () =>
      inTransaction(database, (transaction) => assignNonce(transaction, at)),
    ),
  )
  assert.deepEqual(
    taken.toSorted((a, b) => a - b),
    [7, 8, 9, 10, 11, 12, 13, 14],
  )
})

test('INV-13 ATT-84: an output is reserved for one withdrawal, and sets are reserved whole or not at all', async (t) => {
  const database = await opened(t)
  const userId = await personWithAddress(database, 'mega')
  await database.query(
    `insert into wallets.chain_outpoint
       (txid, output_index, amount, branch, key_index, is_coinbase, block_height, block_hash)
     values ('a', 0, 500, 1, 0, false, 10, 'h'), ('a', 1, 700, 1, 0, false, 10, 'h'),
       ('b', 0, 900, 1, 0, true, 10, 'h'), ('c', 0, 400, 1, 1, false, null, null)`,
  )
  const limits = { tipHeight: 10, confirmations: 1, coinbaseConfirmations: 100, max: 10 }
  const coins = await freeCoins(database, limits)
  assert.deepEqual(
    coins.map(({ amount }) => amount),
    [700n, 500n],
  )
  const rowIds: number[] = []
  for (const name of ['one', 'two', 'three']) rowIds.push(await withdrawal(database, userId, name))
  const taken = await Promise.all(
    rowIds.map((rowId) =>
      inTransaction(database, (transaction) => reserveCoins(transaction, rowId, coins)),
    ),
  )
  assert.equal(taken.filter((isTaken) => isTaken).length, 1)
  assert.deepEqual(await freeCoins(database, limits), [])
  const owner = rowIds[taken.indexOf(true)] ?? 0
  await inTransaction(database, (transaction) => releaseCoins(transaction, owner))
  assert.equal((await freeCoins(database, limits)).length, 2)
})

test('ATT-80 ATT-84: a deposit that may still be reorganized is not spent', async (t) => {
  const database = await opened(t)
  const userId = await personWithAddress(database, 'rara')
  const states = ['seen', 'confirming', 'held', 'crediting', 'credited', 'reversing'] as const
  for (const [index, state] of states.entries()) {
    await database.query(
      `insert into wallets.chain_outpoint
         (txid, output_index, amount, branch, key_index, is_coinbase, block_height, block_hash)
       values ('d', $1, 500, 0, 0, false, 10, 'h')`,
      [index],
    )
    await database.query(
      `insert into wallets.chain_deposit (chain, user_id, currency_id, txid, output_index, to_address,
         amount, is_coinbase, units, state, cause)
       values ('bitcoin', $1, 2, 'd', $2, 'x', 500, false, 500, $3,
         case when $3 = 'held' then 'needs_sender' end)`,
      [userId, index, state],
    )
  }
  const limits = { tipHeight: 10, confirmations: 1, coinbaseConfirmations: 100, max: 10 }
  const coins = await freeCoins(database, limits)
  assert.deepEqual(
    coins.map(({ index }) => index),
    [states.indexOf('credited')],
  )
  // The caps are checked again when the nonce is reserved.
  const rowId = await withdrawal(database, userId, 'four')
  await database.query(`update wallets.chain_deposit set state = 'reversing' where txid = 'd'`)
  const take = inTransaction(database, (transaction) => reserveCoins(transaction, rowId, coins))
  assert.equal(await take, false)
})

test('FLT-31 ATT-97: stored orders and signed bytes never change', async (t) => {
  const database = await opened(t)
  const userId = await personWithAddress(database, 'nanda')
  const withdrawalId = await withdrawal(database, userId, 'one')
  const of = { chain: 'bitcoin', withdrawalId, reference: 'one', holdId: null } as const
  const planned = { ...of, no: 1, slot: null, feeMax: 10n ** 30n } as const
  for (const request of ['first', 'second']) {
    await inTransaction(database, (transaction) =>
      planTransaction(transaction, testKeys, { ...planned, request: Buffer.from(request) }),
    )
  }
  const signed = { txid: 'a', bytes: Buffer.from('bytes') }
  const order = { ...planned, request: Buffer.from('first') }
  await storeSigned(database, testKeys, order, signed)
  await storeSigned(database, testKeys, order, signed)
  const others = [
    storeSigned(database, testKeys, order, { ...signed, txid: 'b' }),
    storeSigned(database, testKeys, { ...order, request: Buffer.from('second') }, signed),
  ]
  for (const other of others) await assert.rejects(other, SignedOtherwise)
  const [kept, ...more] = await transactionsOf(database, withdrawalId)
  assert.equal(more.length, 0)
  assert.equal(kept?.request.toString(), 'first')
  assert.equal(kept.bytes?.toString(), 'bytes')
})

test('ADR 0017 ATT-80: a reorganized deposit holds its owner’s withdrawals until two operators agree', async (t) => {
  const database = await opened(t)
  const userId = await personWithAddress(database, 'putri')
  const rowId = await withdrawal(database, userId, 'one')
  const depositId = await reversedDeposit(database, userId)
  const holdAs = async (state: string, life: number, releasedLife: number) => {
    await database.query(
      'update wallets.chain_deposit set state = $2, life = $3, released_life = $4 where id = $1',
      [depositId, state, life, releasedLife],
    )
    return (await readChainWithdrawal(database, rowId)).accountHold
  }
  assert.equal(await holdAs('credited', 1, 0), null)
  assert.equal(await holdAs('reversing', 1, 0), 'account_held')
  assert.equal(await holdAs('claimed_back', 1, 0), 'account_held')
  // It is back in the chain, and no operator agreed yet.
  assert.equal(await holdAs('confirming', 2, 0), 'account_held')
  assert.equal(await holdAs('credited', 2, 0), 'account_held')
  assert.equal(await holdAs('credited', 2, 1), null)
  assert.equal(await holdAs('reversing', 2, 1), 'account_held')
  assert.equal(await holdAs('claimed_back', 2, 2), null)
  const suspend = 'insert into accounts.suspension (user_id, change_id) values ($1, 1)'
  await database.query(suspend, [userId])
  assert.equal(await holdAs('reversing', 2, 1), 'account_suspended')
})

test('ADR 0017: a deposit that is reorganized during planning holds the payout before it is signed', async (t) => {
  const database = await opened(t)
  const userId = await personWithAddress(database, 'sari')
  const rowId = await withdrawal(database, userId, 'one')
  await database.query(`update wallets.chain_withdrawal set state = 'approved' where id = $1`, [
    rowId,
  ])
  const row = await readChainWithdrawal(database, rowId)
  assert.equal(row.accountHold, null)
  await reversedDeposit(database, userId)
  const deps = { database, keys: testKeys, holdHours: 24, register: { assets: [bitcoinAsset] } }
  const executor = executorOf(deps, rowId)
  const moved = await executor.move(row, 'signing', null, {})
  assert.deepEqual([moved?.state, moved?.cause], ['held', 'account_held'])
})

test('ATT-88: a withdrawal that the engine does not hold no longer counts for its day', async (t) => {
  const database = await opened(t)
  const userId = await personWithAddress(database, 'sari')
  const withdrawer = { userId, currencyId: bitcoinAsset.currencyId }
  const rowId = await withdrawal(database, userId, 'one')
  const counted = { source: holdSource(rowId), units: 1_000 }
  await inTransaction(database, (it) => countWithdrawn(it, testKeys, withdrawer, counted))
  assert.equal(await withdrawnOfDay(database, testKeys, withdrawer), 1_000)
  const parts = { database, keys: testKeys, holdHours: 24, register: { assets: [bitcoinAsset] } }
  const row = await readChainWithdrawal(database, rowId)
  await executorOf(parts, rowId).move(row, 'failed', 'balance.insufficient', {})
  assert.equal(await withdrawnOfDay(database, testKeys, withdrawer), 0)
})

test('M-1 ATT-97: a withdrawal is approved neither during its pause nor after the pause was shortened in the row', async (t) => {
  const database = await opened(t)
  const userId = await personWithAddress(database, 'wayan')
  const rowId = await withdrawal(database, userId, 'one')
  const keys: Keys = (purpose) => Buffer.alloc(32, purpose)
  const waits = { notBeforeMs: Date.now() + 3_600_000, notBeforeCause: 'new_receiver' } as const
  const payment = { ...(await readPayment(database, rowId)), ...waits }
  const set = `update wallets.chain_withdrawal set state = 'held', hold_id = 5, request_mac = $2,
    frozen_until = to_timestamp($3::float8 / 1000), frozen_cause = $4 where id = $1`
  const mac = macOfRequest(keys, payment)
  const deps = { database, keys, log: createLog('silent'), register: { assets: [bitcoinAsset] } }
  const executor = executorOf(deps, rowId)
  for (const { notBeforeMs, said } of [
    { notBeforeMs: waits.notBeforeMs, said: /is paused/ },
    { notBeforeMs: waits.notBeforeMs - 7_200_000, said: /differs from every proven request/ },
  ]) {
    await database.query(set, [rowId, mac, notBeforeMs, waits.notBeforeCause])
    const row = await readChainWithdrawal(database, rowId)
    await assert.rejects(executor.move(row, 'approved', null, {}), {
      name: 'ForgedRequest',
      message: said,
    })
  }
  const { state, alarm } = await readChainWithdrawal(database, rowId)
  assert.deepEqual([state, alarm], ['held', 'request_forged'])
})

test('H-4: a payout waits at the signer’s caps, counting its address and concurrent payouts', async (t) => {
  const database = await opened(t)
  const userId = await personWithAddress(database, 'rini')
  const [first, second, third, old] = [
    await withdrawal(database, userId, 'one'),
    await withdrawal(database, userId, 'two'),
    await withdrawal(database, userId, 'three'),
    await withdrawal(database, userId, 'four'),
  ]
  const caps = { transaction: '0.00001', hour: '1', day: '1', destinationDay: '0.0000275' }
  const nothing = { hour: '0', day: '0', destinationDay: '0' }
  const spent = new Map([['BTC', nothing]])
  const signerFields = { caps: new Map([['BTC', caps]]), votes: null, spent }
  const status = { book: 0, tripped: null, isBroken: false, ...signerFields }
  const signer = { status: async () => ({ status: 'done', value: status }) as const }
  const room = await readSignerLimits(signer, { symbol: 'BTC', unitDecimals: 8 }, 'somewhere')
  assert.deepEqual(room, {
    transaction: 1_000n,
    hour: 100_000_000n,
    day: 100_000_000n,
    destinationDay: 2_750n,
    spent: { hour: 0n, day: 0n, destinationDay: 0n },
  })
  const set = (id: number, state: string, to = 'SOMEWHERE') =>
    database.query(
      'update wallets.chain_withdrawal set state = $2, to_address = $3, updated_at = now() where id = $1',
      [id, state, to],
    )
  const payment = await readPayment(database, third)
  const isIn = (net = 900, caps: Partial<SignerLimits> = {}) =>
    isWithin(database, { ...payment, net }, { ...room, ...caps })
  assert.deepEqual([await isIn(), await isIn(1_000), await isIn(1_001)], [true, true, false])
  await set(first, 'done')
  await set(old, 'done')
  await database.query(
    `update wallets.chain_withdrawal set updated_at = now() - interval '25 hours' where id = $1`,
    [old],
  )
  // Includes an approved withdrawal that must be planned again; withdrawals of yesterday no longer count.
  await set(second, 'approved')
  assert.deepEqual([await isIn(), await isIn(950)], [true, true])
  await set(second, 'signing')
  // A withdrawal in `signing` counts toward the caps regardless of its age.
  await database.query(
    `update wallets.chain_withdrawal set updated_at = now() - interval '25 hours' where id = $1`,
    [second],
  )
  assert.deepEqual([await isIn(), await isIn(951)], [true, false])
  await set(second, 'signing', 'elsewhere')
  assert.equal(await isIn(1_000), true)
  // A twentieth of the total caps is reserved for fees.
  assert.deepEqual(
    [await isIn(900, { hour: 2_842n }), await isIn(900, { hour: 2_841n })],
    [true, false],
  )
  assert.deepEqual(
    [await isIn(900, { day: 2_842n }), await isIn(900, { day: 2_841n })],
    [true, false],
  )
  // Two withdrawals that were planned at once are counted one after the other when they reserve.
  const take = (id: number) =>
    inTransaction(database, async (transaction) => {
      const isTaken = await isWithinStill(transaction, await readPayment(transaction, id), room)
      if (isTaken) await set(id, 'signing', 'somewhere')
      return isTaken
    })
  await set(second, 'approved')
  await database.query(
    'update wallets.chain_withdrawal set net = 1000, amount = 1100 where id = any($1)',
    [[second, third]],
  )
  assert.equal((await Promise.all([take(second), take(third)])).filter(Boolean).length, 1)
})

test('FLT-40 H-4: payouts from before a restored backup count towards the signer’s caps', async (t) => {
  const database = await opened(t)
  const userId = await personWithAddress(database, 'sri')
  const [first, second] = [
    await withdrawal(database, userId, 'one'),
    await withdrawal(database, userId, 'two'),
  ]
  await database.query(
    `update wallets.chain_withdrawal set to_address = 'there', net = 400, amount = 500`,
  )
  const payment = await readPayment(database, first)
  const caps = { transaction: '1', hour: '0.0001', day: '0.0001', destinationDay: '0.00001' }
  const isIn = async (spent: { hour?: string; day?: string; destinationDay?: string }) => {
    const all = { hour: '0', day: '0', destinationDay: '0', ...spent }
    const signer = {
      status: async (to: string | undefined) => {
        assert.equal(to, 'there')
        const of = { caps: new Map([['BTC', caps]]), spent: new Map([['BTC', all]]) }
        return {
          status: 'done',
          value: { book: 9, tripped: null, isBroken: false, votes: null, ...of },
        } as const
      },
    }
    const room = await readSignerLimits(signer, { symbol: 'BTC', unitDecimals: 8 }, 'there')
    return isWithin(database, payment, room)
  }
  // No row has these payouts.
  assert.deepEqual(
    [await isIn({ destinationDay: '0.000006' }), await isIn({ destinationDay: '0.0000060000001' })],
    [true, false],
  )
  assert.deepEqual(
    [await isIn({ hour: '0.000091' }), await isIn({ hour: '0.00009101' })],
    [true, false],
  )
  assert.deepEqual(
    [await isIn({ day: '0.000091' }), await isIn({ day: '0.00009101' })],
    [true, false],
  )
  // Unsigned withdrawals are added to the signer's sums.
  await database.query(`update wallets.chain_withdrawal set state = 'signing' where id = $1`, [
    second,
  ])
  assert.deepEqual(
    [await isIn({ destinationDay: '0.000002' }), await isIn({ destinationDay: '0.00000201' })],
    [true, false],
  )
})

test('INV-20 R-62: a withdrawal moves along declared edges, from the read version, by the current writer', async (t) => {
  const database = await opened(t)
  const userId = await personWithAddress(database, 'oka')
  const row = await readChainWithdrawal(database, await withdrawal(database, userId, 'one'))
  const move = (to: 'held' | 'done', epoch: number) =>
    inTransaction(database, (transaction) =>
      moveChainWithdrawal(transaction, row, { epoch, to, cause: null, changes: { hold_id: 5 } }),
    )
  await assert.rejects(move('done', 0), UndeclaredEdge)
  assert.equal(await move('held', 9), false)
  const both = await Promise.all([move('held', 0), move('held', 0)])
  assert.equal(both.filter((isMoved) => isMoved).length, 1)
  const held = await readChainWithdrawal(database, row.rowId)
  assert.deepEqual([held.state, held.holdId, held.version], ['held', 5, 1])
})
