/** The API of `@tukar/money`. */
export * from './decimal.ts'
export * from './exact.ts'
export * from './preview.ts'
export * from './trade.ts'
export * from './units.ts'
