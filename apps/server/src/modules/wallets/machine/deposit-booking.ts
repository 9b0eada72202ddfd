/** The ledger command of a deposit, for all rails. */
import { type Command, type CoreEvent, houseAccounts } from '@tukar/core'
import { currencyUnits } from '@tukar/money'

/** The acts of a deposit that move money. */
export type DepositBooking = 'credit' | 'grant' | 'reverse'

export type BookedDeposit = {
  readonly userId: number
  readonly currencyId: number
  /** The units that are credited and reversed; null if nothing can be booked. */
  readonly units: number | null
  readonly suspenseUnits: number | null
  readonly railId: number
  /** The kind and id of the row, such as `deposit:7`. */
  readonly source: string
}

/** The command that credits a deposit, reverses it, or grants its suspended units to the owner. */
export function depositBooking(deposit: BookedDeposit, act: DepositBooking): Command {
  const { userId: accountId, currencyId, railId, source } = deposit
  const units = act === 'grant' ? deposit.suspenseUnits : deposit.units
  if (units === null) throw new Error(`${source} has no amount to ${act}`)
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

/** Credited above the liability limit of the currency, so it does not belong to the owner yet. */
export const inSuspenseCause = 'in_suspense'

/** The units of a credit that went to suspense. */
export function suspendedUnits(events: readonly CoreEvent[]): number {
  return events.reduce(
    (units, event) =>
      event.kind === 'transferred' && event.suspended ? units + event.amount : units,
    0,
  )
}
