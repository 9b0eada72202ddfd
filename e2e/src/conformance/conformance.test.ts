/** The contract seen from outside, except coins and identities, which need other programs. */
import { registerAccountSuite } from './suite/accounts.ts'
import { registerAgreementSuite } from './suite/agreement.ts'
import { registerAroundSuite } from './suite/around.ts'
import { registerCandleSuite } from './suite/candles.ts'
import { registerExportSuite } from './suite/export.ts'
import { registerFrameSuite } from './suite/frame.ts'
import { registerInputSuite } from './suite/inputs.ts'
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
import { hasDatabase, serverUnderTest } from './server-under-test.ts'

const fixture = serverUnderTest()

registerFrameSuite(fixture)
registerAccountSuite(fixture)
registerSignInSuite(fixture)
registerRecoverySuite(fixture)
registerInputSuite(fixture)
registerMarketSuite(fixture)
registerCandleSuite(fixture)
registerOrderSuite(fixture)
registerExportSuite(fixture)
registerStatementSuite(fixture)
registerTaxSuite(fixture)
registerRefusalSuite(fixture)
registerRaceSuite(fixture)
registerRealtimeSuite(fixture)
registerAroundSuite(fixture)
registerNewsSuite(fixture)
registerAgreementSuite(fixture)
if (hasDatabase) {
  registerRupiahInSuite(fixture)
  registerRupiahOutSuite(fixture)
}
registerSimulationSuite(fixture)
registerOperatorSuite(fixture)
