/** A rotation of the slices comes to 180 kills of the server and 40 of the database. */
import { shareOf, sliceIn } from '@tukar/core/sim/slice'
import { registerKillSuite } from './kill-suite.ts'

const slice = sliceIn(process.env)

registerKillSuite({ server: shareOf(180, slice), database: shareOf(40, slice) })
