/** The commands of deposits and withdrawals: pure functions of their rows. */
import { type Command, custodyAccounts, houseAccounts } from '@tukar/core'
import { currencyUnits } from '@tukar/money'
import { depositBooking, type DepositBooking } from '../machine/deposit-booking.ts'
import type { ClaimedHold } from '../machine/hold-check.ts'
import type { Deposit } from './deposits/deposit.ts'
import { rupiahId } from './units.ts'
import type { Withdrawal, WithdrawalAct } from './withdrawals/withdrawal-row.ts'

/** The acts that submit commands. */
export type BookedAct = Exclude<
  WithdrawalAct,
  'verify' | 'reserve' | 'send' | 'ask' | 'note_arrival' | 'drop_decision'
>

/** The command of a deposit's act: only what the gateway confirmed. */
export function depositCommand(row: Deposit, act: DepositBooking): Command {
  const { userId, paidAmount: units, suspenseUnits, rowId } = row
  const rail = { currencyId: rupiahId, railId: custodyAccounts.bank }
  return depositBooking({ userId, units, suspenseUnits, ...rail, source: `deposit:${rowId}` }, act)
}

/** The command of a withdrawal's act. */
export function withdrawalCommand(row: Withdrawal, act: BookedAct): Command {
  switch (act) {
    case 'hold':
      return { kind: 'hold', ...ofOwner(row, row.amount), ...cause(row, 'withdrawal') }
    case 'release':
      return { kind: 'release', holdId: holdOf(row), ...cause(row, 'withdrawal') }
    case 'settle':
      return settleCommand(row, row.net + row.providerFee, row.railId)
    case 'settle_fee':
      return settleCommand(row, row.fee, houseAccounts.fees)
    case 'give_back': {
      // The gateway returns the payout and its charge over the same rail (FLT-35).
      const money = ofOwner(row, row.net + row.providerFee)
      return { kind: 'credit', ...money, railId: row.railId, ...cause(row, 'withdrawal_reversed') }
    }
    case 'give_back_fee': {
      const houseAccountId = houseAccounts.fees
      const why = cause(row, 'withdrawal_fee_reversed')
      return { kind: 'grant', ...ofOwner(row, row.fee), houseAccountId, ...why }
    }
  }
}

/** The hold that the engine must have before a withdrawal is paid. */
export function claimedHold({ holdId, userId, amount, rowId }: Withdrawal): ClaimedHold {
  return { holdId, userId, currencyId: rupiahId, amount, source: withdrawalSource(rowId) }
}

/** Moves liability from the simulation to the rail, because starting funds leave over the rail. */
export function sponsorCommand(row: Withdrawal, amount: number): Command {
  return {
    kind: 'adjust',
    fromAccountId: row.railId,
    toAccountId: custodyAccounts.simulation,
    currencyId: rupiahId,
    amount: currencyUnits(amount),
    ...cause(row, 'sponsored_payout'),
  }
}

function ofOwner({ userId: accountId }: Withdrawal, amount: number) {
  return { accountId, currencyId: rupiahId, amount: currencyUnits(amount) }
}

function settleCommand(row: Withdrawal, amount: number, houseAccountId: number): Command {
  const why = cause(row, houseAccountId === row.railId ? 'withdrawal' : 'withdrawal_fee')
  const holdId = holdOf(row)
  return { kind: 'settle', holdId, amount: currencyUnits(amount), houseAccountId, ...why }
}

function cause({ rowId }: Withdrawal, reason: string) {
  return { reason, source: withdrawalSource(rowId) }
}

/** The source by which the engine knows a withdrawal's hold. */
export const withdrawalSource = (rowId: number): string => `withdrawal:${rowId}`

function holdOf({ rowId, holdId }: Withdrawal): number {
  if (holdId === null) throw new Error(`withdrawal ${rowId} has no hold`)
  return holdId
}
