/** Whether the owner can change the saved bank account. */
import type { BankAccount } from './rupiah.ts'

/** Whether the owner can change the account, or why not. */
export type BankAccess = 'open' | 'locked' | 'demo'

/**
 * Returns the access. During a withdrawal the account can still be changed: that withdrawal keeps its
 * destination, and later ones are delayed. After the first completed payout the exchange locks it (DEC-96). A
 * demo account, which many users share, keeps its bank account. The exchange refuses any other change,
 * so no page offers one.
 */
export function bankAccess(
  { isLocked }: Pick<BankAccount, 'isLocked'>,
  isDemo: boolean,
): BankAccess {
  if (isDemo) return 'demo'
  return isLocked ? 'locked' : 'open'
}
