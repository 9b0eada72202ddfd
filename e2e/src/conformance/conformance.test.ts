/**
 * The contract as seen from outside. It starts the product, or goes to the server whose
 * address stands in TUKAR_URL (`npm run conformance -- --url http://…`), and knows nothing of either.
 * Money moves for verified people alone: there it needs the database too (`--database postgres://…`).
 */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { databaseUrlOf } from '../harness/people.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { registerAccountSuite } from './suite/accounts.ts'
import { registerAgreementSuite } from './suite/agreement.ts'
import { registerAroundSuite } from './suite/around.ts'
import { registerCandleSuite } from './suite/candles.ts'
import { registerCoinsBookSuite } from './suite/coins-book.ts'
import { registerCoinsDeskSuite } from './suite/coins-desk.ts'
import { registerCoinsInSuite } from './suite/coins-in.ts'
import { registerCoinsOutSuite } from './suite/coins-out.ts'
import { registerExportSuite } from './suite/export.ts'
import { registerFrameSuite } from './suite/frame.ts'
import { registerIdentitySuite } from './suite/identity.ts'
import { registerMarketSuite } from './suite/markets.ts'
import { registerNewsSuite } from './suite/news.ts'
import { registerOperatorSuite } from './suite/operator.ts'
import { registerOrderSuite } from './suite/orders.ts'
import { registerRaceSuite } from './suite/races.ts'
import { registerRealtimeSuite } from './suite/realtime.ts'
import { registerRecoverySuite } from './suite/recovery.ts'
import { registerRefusalSuite } from './suite/refusals.ts'
import { registerRupiahInSuite } from './suite/rupiah-in.ts'
import { registerRupiahOutSuite } from './suite/rupiah-out.ts'
import { registerSignInSuite } from './suite/sign-in.ts'
import { registerSimulationSuite } from './suite/simulation.ts'
import { registerStatementSuite } from './suite/statements.ts'
import { registerTaxSuite } from './suite/tax.ts'
import { createWorld, type World } from './world.ts'

const farUrl = process.env['TUKAR_URL']
const farDatabaseUrl = process.env['TUKAR_DATABASE_URL']

let server: RunningServer | null = null
let current: World | null = null

/** All people of the suite come from one address, more of them than from any person's; blocks come quickly. */
const environment = {
  TUKAR_SIGN_UP_BURST: '1000',
  TUKAR_LOCAL_BITCOIN_BLOCK_MS: '1000',
  TUKAR_LOCAL_EVM_BLOCK_MS: '500',
}

before(async () => {
  if (farUrl !== undefined) {
    current = createWorld(farUrl, farDatabaseUrl ?? null)
    return
  }
  server = await startServer({ environment })
  current = createWorld(server.url, databaseUrlOf(server))
})

after(async () => {
  if (server !== null) assert.equal(await server.stop(), 0, 'the server ends cleanly')
})

function world(): World {
  if (current === null) throw new Error('the server is not there yet')
  return current
}

registerFrameSuite(world)
registerAccountSuite(world)
registerSignInSuite(world)
registerRecoverySuite(world)
registerMarketSuite(world)
registerCandleSuite(world)
registerOrderSuite(world)
registerExportSuite(world)
registerStatementSuite(world)
registerTaxSuite(world)
registerRefusalSuite(world)
registerRaceSuite(world)
registerRealtimeSuite(world)
registerAroundSuite(world)
registerNewsSuite(world)
registerAgreementSuite(world)
if (farUrl === undefined || farDatabaseUrl !== undefined) {
  registerRupiahInSuite(world)
  registerRupiahOutSuite(world)
  registerCoinsInSuite(world)
  registerCoinsOutSuite(world)
  registerCoinsBookSuite(world)
}
registerIdentitySuite(world)
registerSimulationSuite(world)
registerOperatorSuite(world)
registerCoinsDeskSuite(world)
