/** Whether the saved bank account can be changed by its owner. */
import type { BankAccount } from './rupiah.ts'

/** What its owner can do with a saved account: change it, or only look, and why. */
export type BankAccess = 'open' | 'locked' | 'demo'

/**
 * Returns it. While a withdrawal is on its way the account may still be changed: that withdrawal goes where it was
 * asked to go, and later ones wait. Once money has arrived the exchange locks it (DEC-96). A demo person, whom many
 * share, keeps his. The exchange refuses every other change, so nothing offers one.
 */
export function bankAccess(
  { isLocked }: Pick<BankAccount, 'isLocked'>,
  isDemo: boolean,
): BankAccess {
  if (isDemo) return 'demo'
  return isLocked ? 'locked' : 'open'
}
