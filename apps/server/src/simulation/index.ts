/** Public API of the simulation: the history of a new exchange, and its market makers. */
export { type HistoryOptions, makeHistory } from './history.ts'
export { type Makers, type MakersOptions, startMakers, waitForTimer } from './makers.ts'
export type { SimulatedMarket } from './market.ts'
export { isSimulated } from './market-style.ts'
export { createRandom } from './random.ts'
export { readPastMade } from './store.ts'
