/** The address book: saved counterparties of users, and their routes. */
export { registerAddressBook } from './routes.ts'
export { deleteCounterpartiesOf } from './store.ts'
