/** What the books say of a deposit, over whichever rail it came. */
import { type Command, type CoreEvent, houseAccounts } from '@tukar/core'
import { currencyUnits } from '@tukar/money'

/** The acts of a deposit that move its money. */
export type DepositBooking = 'credit' | 'grant' | 'reverse'

export type BookedDeposit = {
  readonly userId: number
  readonly currencyId: number
  /** What is credited and taken back; null: nothing that can be booked. */
  readonly units: number | null
  readonly suspenseUnits: number | null
  readonly railId: number
  /** The kind of row and its number, as `deposit:7`. */
  readonly source: string
}

/** Books a deposit, takes it back, or gives what of it went to suspense to its owner. */
export function depositBooking(deposit: BookedDeposit, act: DepositBooking): Command {
  const { userId: accountId, currencyId, railId, source } = deposit
  const units = act === 'grant' ? deposit.suspenseUnits : deposit.units
  if (units === null) throw new Error(`${source} has nothing to ${act}`)
  const of = { accountId, currencyId, amount: currencyUnits(units), source }
  switch (act) {
    case 'credit':
      return { kind: 'credit', ...of, railId, reason: 'deposit' }
    case 'grant':
      return { kind: 'grant', ...of, houseAccountId: houseAccounts.suspense, reason: 'deposit' }
    case 'reverse':
      return { kind: 'reverse_credit', ...of, railId, reason: 'deposit_reversed' }
  }
}

/** Booked beyond what the house may owe of its currency: it is not its owner's yet. */
export const inSuspenseCause = 'in_suspense'

/** Units of a credit that went to suspense. */
export function suspendedUnits(events: readonly CoreEvent[]): number {
  return events.reduce(
    (units, event) =>
      event.kind === 'transferred' && event.suspended ? units + event.amount : units,
    0,
  )
}
