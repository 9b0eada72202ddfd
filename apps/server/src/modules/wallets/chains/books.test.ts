/** Chain deposits with the real engine, journal and tables. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { currencyUnits } from '@tukar/money'
import { engineFor, freshId, type Rig, rowsOf, startRig } from '../../../engine/testing/rig.ts'
import { until } from '../../../engine/testing/until.ts'
import { createLog } from '../../../platform/logging/log.ts'
import { openDatabase } from '../../../platform/database/pool.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import { advanceRow } from '../machine/advance.ts'
import { custodyStopOf } from './custody/custody-store.ts'
import { judgedCustody } from './testing/custody.ts'
import { createDepositExecutor } from './deposits/deposit-executor.ts'
import { nothingKnown } from './deposits/deposit-row.ts'
import { readChainDeposit } from './deposits/deposit-store.ts'
import {
  bitcoinAsset,
  block,
  viewWith,
  nodesAgree,
  output,
  personWithAddress,
  twoConfirmations,
} from './testing/coins.ts'
import { openChain, storeView } from './tracking/tracker-store.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const rules = { chain: 'bitcoin', finality: twoConfirmations, assets: [bitcoinAsset] } as const

test('ATT-80 R-08 INV-01 FLT-27: after a reorganization the spent part of a credit is claimed, and no more money leaves', async (t) => {
  const databaseUrl = await rig.database()
  const engine = await engineFor(t, databaseUrl)
  const log = createLog('silent')
  const database = openDatabase(databaseUrl, log)
  t.after(() => database.end())
  await openChain(database, 'bitcoin', 'main-0')
  const [thief, other] = [
    await personWithAddress(database, 'putri'),
    await personWithAddress(database, 'ratna'),
  ]
  const { epoch } = engine.status()
  const notify = () => Promise.resolve()
  const deps = { database, engine, log, assets: rules.assets, witness: null, notify, ...nodesAgree }
  const lookAll = async () => {
    const rows = await database.query<{ id: number }>('select id from wallets.chain_deposit')
    for (const { id } of rows.rows) {
      await advanceRow(createDepositExecutor(deps, id, epoch), nothingKnown, () => false)
    }
  }
  const see = (...ranges: Parameters<typeof viewWith>[0]) =>
    storeView({ database, keys: testKeys }, { epoch, rules, view: viewWith(ranges) })
  const hold = (amount: number) => {
    const money = { currencyId: bitcoinAsset.currencyId, amount: currencyUnits(amount) }
    const why = { reason: 'withdrawal', source: 'chain_withdrawal:1' }
    const command = { kind: 'hold', accountId: thief, ...money, ...why } as const
    return engine.submit(command, freshId(thief, command))
  }

  const theirs = output('b', 0, 'ratna', 70_000)
  await see(block(0, 'main'), block(1, 'main', [theirs]))
  await see(block(2, 'main', [output('a', 0, 'putri', 50_000)]), block(3, 'main'))
  await lookAll()
  assert.equal((await hold(40_000)).status, 'accepted')
  await see(block(2, 'other', [], 'main'), block(3, 'other'), block(4, 'other'))
  await lookAll()
  assert.equal((await readChainDeposit(database, 2)).state, 'claimed_back')
  const outcome = await hold(1)
  assert.equal(outcome.status === 'refused' && outcome.code, 'account.suspended')
  await until('the tables hold it', async () => {
    const { committedRow, projectedRow } = engine.status()
    return committedRow === projectedRow
  })
  const balances = await rowsOf(
    databaseUrl,
    `select account_id::int as account, available::int, held::int, claim::int from exchange.balance
     where currency_id = $1 and account_id = any($2) order by account_id`,
    [bitcoinAsset.currencyId, [102, thief, other]],
  )
  assert.deepEqual(balances, [
    { account: 102, available: -70_000, held: 0, claim: 0 },
    { account: thief, available: 0, held: 40_000, claim: -40_000 },
    { account: other, available: 70_000, held: 0, claim: 0 },
  ])
})

test('INV-14: deposits of a halted currency are credited once it resumes', async (t) => {
  const databaseUrl = await rig.database()
  const engine = await engineFor(t, databaseUrl)
  const log = createLog('silent')
  const database = openDatabase(databaseUrl, log)
  t.after(() => database.end())
  await openChain(database, 'bitcoin', 'main-0')
  await personWithAddress(database, 'putri')
  const { epoch } = engine.status()
  const notify = () => Promise.resolve()
  const deps = { database, engine, log, assets: rules.assets, witness: null, notify, ...nodesAgree }
  const theirs = output('a', 0, 'putri', 50_000)
  const view = viewWith([block(0, 'main'), block(1, 'main', [theirs]), block(2, 'main')])
  await storeView({ database, keys: testKeys }, { epoch, rules, view })
  const lookAgain = async () => {
    await advanceRow(createDepositExecutor(deps, 1, epoch), nothingKnown, () => false)
    return (await readChainDeposit(database, 1)).state
  }
  const halt = (currencyId: number) =>
    database.query(
      `insert into books.currency_halt (currency_id, check_name) values ($1, 'entries')`,
      [currencyId],
    )
  await halt(bitcoinAsset.currencyId)
  assert.equal(await lookAgain(), 'crediting')
  assert.equal(await lookAgain(), 'crediting')
  assert.equal(
    await custodyStopOf({ ...deps, custody: judgedCustody() }, bitcoinAsset.currencyId),
    'halted',
  )
  const booked = await database.query('select from exchange.transfer')
  assert.equal(booked.rows.length, 0)
  await database.query('update books.currency_halt set ended_at = now()')
  // A halt of another currency does not stop this one.
  await halt(bitcoinAsset.currencyId + 1)
  assert.equal(await lookAgain(), 'credited')
})
