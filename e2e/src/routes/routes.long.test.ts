/** Every screen in every width, in each theme, each language and as each viewer; `rounds.ts` divides the work. */
import { sliceIn } from '@tukar/core/sim/slice'
import { roundsOf } from './rounds.ts'
import { registerRoutesSuite } from './routes-suite.ts'

registerRoutesSuite(roundsOf(sliceIn(process.env)))
