/** The contract seen from outside: coins on real nodes, and identities with the verifier. */
import { registerCoinsBookSuite } from './suite/coins-book.ts'
import { registerCoinsDeskSuite } from './suite/coins-desk.ts'
import { registerCoinsInSuite } from './suite/coins-in.ts'
import { registerCoinsOutSuite } from './suite/coins-out.ts'
import { registerIdentitySuite } from './suite/identity.ts'
import { hasDatabase, serverUnderTest } from './server-under-test.ts'

const fixture = serverUnderTest()

registerIdentitySuite(fixture)
if (hasDatabase) {
  registerCoinsInSuite(fixture)
  registerCoinsOutSuite(fixture)
  registerCoinsBookSuite(fixture)
}
registerCoinsDeskSuite(fixture)
