/** Banks as the form offers them: wire names stop here. */
import type { BankRow } from '@tukar/wire'

/** The names of the banks that money can be sent to, in the order of the alphabet. */
export function toBankNames(banks: readonly BankRow[]): readonly string[] {
  const names = banks.filter((bank) => bank.can_disburse).map(({ name }) => name)
  return [...new Set(names)].toSorted((one, other) => one.localeCompare(other))
}
