/**
 * What operators vote about a withdrawal or deposit of rupiah (INV-22), and rows without what no vote proves.
 */
import type { DepositState } from '@tukar/wire'
import { provenVoters } from '../../desk/index.ts'
import type { RowBallot } from '../machine/approvals.ts'
import { dropUndecided, dropUnproven, type VoteParts } from '../machine/unproven.ts'
import { type Deposit, depositApprovals } from './deposit.ts'
import { readDeposit } from './deposit-store.ts'
import { ownerOfReference } from './references.ts'
import { takeWords } from './taken.ts'
import type { Withdrawal } from './withdrawal-row.ts'
import { readWithdrawal } from './withdrawal-store.ts'

/** A vote about a withdrawal: who is paid what. */
export function withdrawalBallot(row: Withdrawal, decision: string): RowBallot {
  const shown = [
    row.reference,
    row.userId,
    row.amount,
    row.fee,
    row.providerFee,
    row.net,
    row.bankCode,
    row.bankName,
    row.holderName,
    row.accountNumber,
    row.approvalsNeeded,
  ]
  return { kind: 'withdrawal', subjectId: row.rowId, decision, shown }
}

/** A vote about a deposit: whose it is, and what of it is confirmed. */
export function depositBallot(row: Deposit, decision: string): RowBallot {
  const shown = [row.reference, row.userId, row.amount, row.paidAmount, row.suspenseUnits]
  return { kind: 'deposit', subjectId: row.rowId, decision, shown }
}

type At = { readonly epoch: number }

/** A withdrawal without approvals and decisions that no vote proves. */
export async function provenWithdrawal(
  parts: VoteParts,
  row: Withdrawal,
  { epoch }: At,
): Promise<Withdrawal> {
  const isUnsent = !['sent', 'completed'].includes(row.state)
  const decisions = isUnsent ? ['approve', ...takeWords] : takeWords
  const about = { kind: 'withdrawal', rowId: row.rowId, decisions } as const
  let isUnproven = false
  if (row.decision !== null) {
    const word = row.decision === 'pay' ? 'take_paid' : 'take_failed'
    isUnproven = await dropUndecided(parts, row, {
      ballot: withdrawalBallot(row, word),
      needed: row.approvalsNeeded > 1 ? 2 : 1,
      epoch,
      changes: { decision: null },
    })
  }
  const ballotOf = (decision: string) => withdrawalBallot(row, decision)
  if (await dropUnproven(parts, about, ballotOf)) isUnproven = true
  return isUnproven
    ? { ...(await readWithdrawal(parts.database, row.rowId)), isUnproven }
    : { ...row, isUnproven }
}

const openDecisions: Readonly<Partial<Record<DepositState, readonly string[]>>> = {
  quarantined: ['credit', 'reject'],
  credited: ['reverse'],
  expired: ['reject'],
}

/** A deposit without approvals and decisions that no vote proves. */
export async function provenDeposit(
  parts: VoteParts,
  row: Deposit,
  { epoch }: At,
): Promise<Deposit> {
  const decisions = openDecisions[row.state] ?? []
  const about = { kind: 'deposit', rowId: row.rowId, decisions } as const
  let isUnproven = false
  if (row.decision !== null) {
    isUnproven = await dropUndecided(parts, row, {
      ballot: depositBallot(row, row.decision),
      needed: depositApprovals,
      epoch,
      changes: { decision: null },
    })
  }
  const ballotOf = (decision: string) => depositBallot(row, decision)
  if (await dropUnproven(parts, about, ballotOf)) isUnproven = true
  const known = isUnproven ? await readDeposit(parts.database, row.rowId) : row
  return { ...known, isUnproven, isAgreed: await isAgreed(parts, known) }
}

/** Of a deposit whose reference names nobody, operators say whose it is. */
async function isAgreed({ database, keys }: VoteParts, row: Deposit): Promise<boolean> {
  if (row.state !== 'paid' || ownerOfReference(row.reference) !== null) return false
  const voters = await provenVoters(database, keys, depositBallot(row, 'credit'))
  return voters.length >= depositApprovals
}
