/** The kills of the long run. */
import { registerKillSuite } from './kill-suite.ts'

registerKillSuite({ server: 150, database: 20 })
