/** The API of the bank account module. */
export { isSameName } from './names.ts'
export { giveDemoAccounts } from './demo-accounts.ts'
export { type BankAccountDesk, registerBankAccountDesk } from './desk-routes.ts'
export { lockBankAccount, unlockBankAccount } from './lock.ts'
export { type BankAccountRoutes, registerBankAccountRoutes } from './routes.ts'
export { findSavedReceiver, toReceiver } from './receiver.ts'
export {
  type BankAccount,
  bankAccountOf,
  deleteBankAccountOf,
  isSavedBy,
  sealBankAccounts,
  unsealedAccounts,
  writeBankAccount,
} from './store.ts'
