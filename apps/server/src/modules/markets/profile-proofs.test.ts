/** An attacker with write access to the database cannot change how currencies are handled (M-4). */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { deskOn } from '../../testing/desk.ts'
import {
  addProfile,
  changeProfile,
  findProfile,
  proveEarlierProfiles,
  readProfiles,
  removeProfile,
  unprovenProfiles,
} from './profile-store.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const tether = 5

async function setUp(context: TestContext) {
  const { database, keys } = await deskOn(context, await rig.database())
  const deps = { database, keys }
  return {
    deps,
    run: (sql: string) => database.query(sql),
    profiles: () => readProfiles(database, keys),
    unproven: () => unprovenProfiles(database, keys),
  }
}

test('M-4: fees and switches of a currency stay as they were set, whatever its row says', async (t) => {
  const { deps, run, profiles, unproven } = await setUp(t)
  assert.deepEqual(await unproven(), [], 'what the exchange begins with stands in the code alike')
  const first = await findProfile(deps, 'USDT')
  assert.ok(first !== null)
  const closed = { ...first, areWithdrawalsOpen: false }
  assert.equal(await changeProfile(deps, first, closed, 7), true)
  assert.equal(await changeProfile(deps, first, closed, 8), false, 'it changed meanwhile')
  assert.deepEqual(await unproven(), [])
  const right = await profiles()
  assert.equal(right.get(tether)?.areWithdrawalsOpen, false)

  await run(
    `update markets.currency_profile set withdrawals_open = true, withdrawal_fee = '0',
       travel_rule_limit = null, version = 9 where symbol = 'USDT'`,
  )
  await run(`delete from markets.currency_profile where symbol = 'BTC'`)
  await run(
    `insert into markets.currency_profile (currency_id, symbol, name, kind, color, withdrawal_fee)
     values (9, 'XYZ', 'Mine', 'evm_token', '#000000', '0')`,
  )
  // The earlier proof, once more.
  await run(
    `insert into security.row_proof (kind, subject, no, says, mac)
     select kind, subject, no + 1, says, mac from security.row_proof where kind = 'profile'`,
  )
  assert.deepEqual(await profiles(), right)
  assert.deepEqual((await unproven()).toSorted(), ['BTC', 'USDT', 'XYZ'])

  const now = await findProfile(deps, 'USDT')
  assert.ok(now !== null)
  assert.equal(await changeProfile(deps, now, { ...now, withdrawalFee: '3' }, 9), true)
  assert.equal((await profiles()).get(tether)?.withdrawalFee, '3')
  assert.deepEqual((await unproven()).toSorted(), ['BTC', 'XYZ'], 'the row says it again')
})

test('M-4: a currency gets one id for one change, and its profile is removed completely', async (t) => {
  const { deps, profiles, unproven } = await setUp(t)
  const { currencyId: _, ...like } = (await profiles()).get(tether) ?? assert.fail()
  const added = { ...like, symbol: 'ABC' }
  const currencyId = await addProfile(deps, added, 12)
  assert.equal(await addProfile(deps, added, 12), currencyId)
  assert.equal((await findProfile(deps, 'ABC'))?.changeId, 12)
  assert.deepEqual(await unproven(), [])
  await removeProfile(deps, 12)
  assert.equal(await findProfile(deps, 'ABC'), null)
  assert.deepEqual(await unproven(), [])
})

test('M-4: values that the console set before there were proofs are valid once they are proven', async (t) => {
  const { deps, run, profiles, unproven } = await setUp(t)
  await run(
    `update markets.currency_profile set deposits_open = false, version = 3, changed_by = 5
     where symbol = 'USDT'`,
  )
  assert.deepEqual(await unproven(), ['USDT'])
  await proveEarlierProfiles(deps.database, deps.keys)
  assert.deepEqual(await unproven(), [])
  assert.equal((await profiles()).get(tether)?.areDepositsOpen, false)
})
