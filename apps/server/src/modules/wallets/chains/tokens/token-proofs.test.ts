/** Write access to the database adds or changes no credited token (ATT-75, H-1). */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { engineFor, type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { readChainSettings } from '../../../../platform/config/chain-settings.ts'
import { deskOn } from '../../../../testing/desk.ts'
import { createListing, seedCommands } from '../../../markets/index.ts'
import { openRegister } from './live-register.ts'
import { insertToken, proveEarlierTokens, unprovenTokens } from './token-store.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const [bitcoinId, bnbId] = [2, 4]
const addedContract = `0x${'ad'.repeat(20)}`
const thiefContract = `0x${'f4'.repeat(20)}`
const added = {
  chain: 'ethereum',
  contract: addedContract,
  currencyId: bnbId,
  decimals: 18,
  sinceHeight: 5,
  changeId: 1,
} as const

async function setUp(context: TestContext) {
  const databaseUrl = await rig.database()
  const engine = await engineFor(context, databaseUrl, { seeds: seedCommands() })
  const { database, keys, log } = await deskOn(context, databaseUrl)
  const listing = await createListing(engine, database, keys)
  const settings = readChainSettings({}, 'simulation')
  return {
    database,
    keys,
    run: (sql: string) => database.query(sql),
    unproven: () => unprovenTokens(database, keys),
    /** The contract, currency and decimals of added tokens, as after a start. */
    credited: async () => {
      const { register } = await openRegister({ database, keys, log, listing, settings })
      return register.assets.flatMap(({ isAdded, contract, currencyId, chainDecimals }) =>
        isAdded ? [[contract, currencyId, chainDecimals]] : [],
      )
    },
  }
}

test('ATT-75 H-1: a forged token credits nothing, and an added token keeps its values', async (t) => {
  const { database, keys, run, unproven, credited } = await setUp(t)
  await insertToken(database, keys, added)
  const right = [[addedContract, bnbId, 18]]
  assert.deepEqual(await credited(), right)
  assert.deepEqual(await unproven(), [])
  // Each smallest unit of the thief's contract would count as one bitcoin.
  await run(
    `insert into wallets.chain_token (chain, contract, currency_id, decimals, since_height, change_id)
     values ('ethereum', '${thiefContract}', ${bitcoinId}, 0, 0, 1)`,
  )
  assert.deepEqual(await credited(), right)
  assert.deepEqual(await unproven(), [`ethereum:${thiefContract}`])
  await run(
    `insert into security.row_proof (kind, subject, no, mac, says)
     select kind, 'ethereum:${thiefContract}', no, mac, replace(says, '${addedContract}', '${thiefContract}')
     from security.row_proof where kind = 'token'`,
  )
  assert.deepEqual(await credited(), right, 'a proof of another token is none')
  await run(`update wallets.chain_token set decimals = 0 where contract = '${addedContract}'`)
  assert.deepEqual(await credited(), right)
  assert.deepEqual((await unproven()).length, 2)
  await run('delete from wallets.chain_token')
  assert.deepEqual(await credited(), right)
  assert.deepEqual(await unproven(), [`ethereum:${addedContract}`])
})

test('ATT-75 H-1: tokens from before proofs existed are credited as they were', async (t) => {
  const { database, keys, run, unproven, credited } = await setUp(t)
  await run(
    `insert into wallets.chain_token (chain, contract, currency_id, decimals, since_height, change_id)
     values ('ethereum', '${addedContract}', ${bnbId}, 18, 5, 1)`,
  )
  assert.deepEqual(await credited(), [])
  await proveEarlierTokens(database, keys)
  assert.deepEqual(await credited(), [[addedContract, bnbId, 18]])
  assert.deepEqual(await unproven(), [])
})
