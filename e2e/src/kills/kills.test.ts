/** The kills of every run. */
import { registerKillSuite } from './kill-suite.ts'

registerKillSuite({ server: 30, database: 5 })
