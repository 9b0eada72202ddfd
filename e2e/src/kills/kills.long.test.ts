/** All slices together make 240 kills of the server and 80 of the database. */
import { shareOf, sliceIn } from '@tukar/core/sim/slice'
import { registerKillSuite } from './kill-suite.ts'

const slice = sliceIn(process.env)

registerKillSuite({ server: shareOf(240, slice), database: shareOf(80, slice) })
