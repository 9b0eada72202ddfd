/** Converts the list of banks from wire names. */
import type { BankRow } from '@tukar/wire'

/** The names of banks for payouts, in alphabetical order. */
export function toBankNames(banks: readonly BankRow[]): readonly string[] {
  const names = banks.filter((bank) => bank.can_disburse).map(({ name }) => name)
  return [...new Set(names)].toSorted((one, other) => one.localeCompare(other))
}
