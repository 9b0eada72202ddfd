/** The commands of deposits and withdrawals on chains: pure functions of their rows. */
import { type Command, houseAccounts } from '@tukar/core'
import { currencyUnits } from '@tukar/money'
import { depositBooking, type DepositBooking } from '../machine/deposit-booking.ts'
import type { ClaimedHold } from '../machine/hold-check.ts'
import { chainTable } from './chains.ts'
import { type ChainDeposit, heldLifeOf } from './deposits/deposit-row.ts'
import type { ChainWithdrawal } from './withdrawals/withdrawal-row.ts'

/** The acts of a deposit that submit commands. */
export type ChainDepositBooking = DepositBooking | 'suspend' | 'resume'

/** The command of a deposit's act. */
export function chainDepositCommand(row: ChainDeposit, act: ChainDepositBooking): Command {
  if (act === 'suspend') return { kind: 'suspend_account', accountId: row.userId }
  if (act === 'resume') return { kind: 'resume_account', accountId: row.userId }
  const place = { railId: chainTable[row.chain].railId, source: `chain_deposit:${row.rowId}` }
  return depositBooking({ ...row, ...place }, act)
}

/**
 * The name of a deposit's step; the command id is derived from it. Each life has its own names. Steps that
 * move money are named by the fact on the chain, not by the row: a second row for one fact gets the first
 * one's answer.
 */
export function chainDepositStep(row: ChainDeposit, act: ChainDepositBooking): string {
  if (act === 'resume') return `chain_deposit:${row.rowId}:${act}:${heldLifeOf(row)}`
  const name = act === 'suspend' ? `chain_deposit:${row.rowId}` : creditName(row)
  return `${name}:${act}:${row.life}`
}

/** The earlier name of a credit, by its row. Credits of older versions may be booked under it. */
function creditName(row: ChainDeposit): string {
  const { oldRowId, chain, txid, index, toAddress, contract, amount } = row
  if (oldRowId !== null) return `chain_deposit:${oldRowId}`
  return `chain_credit:${[chain, txid, index, toAddress, contract ?? '', amount].join(':')}`
}

/** The acts of a withdrawal that submit commands. */
export type ChainWithdrawalBooking = 'hold' | 'release' | 'settle' | 'settle_fee'

/** The hold that the engine must have before a withdrawal is signed. */
export function claimedHold(row: ChainWithdrawal): ClaimedHold {
  const { holdId, userId, currencyId, amount, rowId } = row
  return { holdId, userId, currencyId, amount, source: holdSource(rowId) }
}

/** The source by which the engine knows a withdrawal's hold. */
export const holdSource = (rowId: number): string => `chain_withdrawal:${rowId}`

/** The command of a withdrawal's act. */
export function chainWithdrawalCommand(row: ChainWithdrawal, act: ChainWithdrawalBooking): Command {
  const source = holdSource(row.rowId)
  const reason = act === 'settle_fee' ? 'withdrawal_fee' : 'withdrawal'
  if (act === 'hold') {
    const { userId: accountId, currencyId } = row
    const amount = currencyUnits(row.amount)
    return { kind: 'hold', accountId, currencyId, amount, reason, source }
  }
  const { holdId } = row
  if (holdId === null) throw new Error(`chain withdrawal ${row.rowId} has no hold`)
  if (act === 'release') return { kind: 'release', holdId, reason, source }
  const isFee = act === 'settle_fee'
  const amount = currencyUnits(isFee ? row.fee : row.net)
  const houseAccountId = isFee ? houseAccounts.fees : chainTable[row.chain].railId
  return { kind: 'settle', holdId, amount, houseAccountId, reason, source }
}

/** The name of a withdrawal's step; the command id is derived from it. */
export function chainWithdrawalStep(rowId: number, act: ChainWithdrawalBooking): string {
  return `chain_withdrawal:${rowId}:${act}`
}
