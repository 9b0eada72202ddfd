/** Simulation: the history of a new exchange, and the house's traders. The front door of this folder. */
export { type HistoryOptions, makeHistory } from './history.ts'
export { type Makers, type MakersOptions, startMakers, waitForTimer } from './makers.ts'
export type { SimulatedMarket } from './market.ts'
export { isSimulated } from './market-style.ts'
export { createRandom } from './random.ts'
export { readPastMade } from './store.ts'
