/**
 * Addresses while chains start: none is given before the chain is followed, and the refusal states the true
 * reason.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '../../../../platform/logging/log.ts'
import { type Database, openDatabase } from '../../../../platform/database/pool.ts'
import {
  type TestCluster,
  temporaryCluster,
} from '../../../../platform/database/testing/cluster.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import { createAddresses } from './addresses.ts'
import type { ChainProfile } from '../register.ts'
import { twoConfirmations } from '../testing/coins.ts'

let cluster: TestCluster
let database: Database

const bitcoin: ChainProfile = {
  chain: 'bitcoin',
  finality: twoConfirmations,
  assets: [],
  usualDepth: 1,
  haltLimits: { lookMs: 60_000, tipMs: 60_000, finalMs: 60_000 },
  scanEveryMs: 1_000,
}
const register = { chains: [bitcoin], assets: [], chain: () => bitcoin, refresh: () => undefined }

before(async () => {
  cluster = await temporaryCluster()
  database = openDatabase(await cluster.database(), createLog('silent'))
})

after(async () => {
  await database.end()
  await cluster.stop()
})

/** The refusal of an address request while the nodes answer so. */
async function refusalWhile(reach: () => Promise<boolean>, waitMs: number): Promise<string> {
  const addresses = createAddresses({
    database,
    seals: testKeys,
    log: createLog('silent'),
    register,
    reach,
    waitMs,
    begin: () => undefined,
    gate: { requireFor: () => Promise.resolve() },
    keys: {
      accounts: () => Promise.resolve(null),
      derivation: () => Promise.resolve((index: number) => `address ${index}`),
    },
  })
  try {
    await addresses.assign(1, 'bitcoin')
    return 'given'
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return error.code
  }
}

/** Nodes that answer at the second check; the first check finds none. */
function thereAtSecondLook(): Promise<boolean> {
  return new Promise((resolve) => {
    let looks = 0
    const count = () => {
      looks += 1
      if (looks < 2) return
      database.off('acquire', count)
      resolve(true)
    }
    database.on('acquire', count)
  })
}

test('SRV-63: the refusal tells whether a chain is starting or cannot start, at once in the second case', async () => {
  const pending = new Promise<boolean>(() => undefined)
  assert.equal(await refusalWhile(() => pending, 300), 'chain.starting')
  assert.equal(await refusalWhile(thereAtSecondLook, 600), 'chain.starting')
  const longMs = 600_000
  assert.equal(await refusalWhile(() => Promise.resolve(false), longMs), 'chain.unavailable')
  const broken = () => Promise.reject(new Error('no nodes'))
  assert.equal(await refusalWhile(broken, longMs), 'chain.unavailable')
  // The nodes answered before, and no scan of their chain ever completed.
  assert.equal(await refusalWhile(() => Promise.resolve(true), 300), 'chain.unavailable')
})
