/** The front door of the core. */
export * from './accounts.ts'
export * from './commands.ts'
export * from './events.ts'
export type * from './exchange-port.ts'
export * from './state.ts'
export { chargeBases, chargeKinds, chargePayers } from './charges.ts'
export { createExchange, type ExchangeOptions, restoreExchange } from './exchange.ts'
export { InvariantViolation } from './invariant.ts'
