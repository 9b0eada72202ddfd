/** The address book: counterparties that people save, and their calls. */
export { registerAddressBook } from './routes.ts'
export { deleteCounterpartiesOf } from './store.ts'
