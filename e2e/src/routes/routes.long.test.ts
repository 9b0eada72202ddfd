/**
 * Every screen in every width, theme and language, for each viewer. `rounds.ts` divides the work into
 * slices.
 */
import { sliceIn } from '@tukar/core/sim/slice'
import { roundsOf } from './rounds.ts'
import { registerRoutesSuite } from './routes-suite.ts'

registerRoutesSuite(roundsOf(sliceIn(process.env)))
