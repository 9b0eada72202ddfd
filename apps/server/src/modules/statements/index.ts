/** The API of the statements module. */
export { registerStatements } from './routes.ts'
export { readSums } from './store.ts'
