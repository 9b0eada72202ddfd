/** Ballots about rupiah withdrawals and deposits (INV-22), and rows without unproven votes. */
import type { DepositState, WithdrawalState } from '@tukar/wire'
import type { Database } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { matchesProof, createProof, type Proven } from '../../../platform/secrets/proof.ts'
import { provenVoters } from '../../desk/index.ts'
import { findAccountHold } from '../account-holds.ts'
import type { RowBallot } from '../machine/approvals.ts'
import { provenRow, type VoteDeps } from '../machine/unproven-votes.ts'
import { type Deposit, depositApprovals, rejected } from './deposits/deposit.ts'
import { readDeposit } from './deposits/deposit-store.ts'
import { ownerOfReference } from './gateway/references.ts'
import { manualDecisions } from './console/manual-resolution.ts'
import type { Withdrawal } from './withdrawals/withdrawal-row.ts'
import { readWithdrawal } from './withdrawals/withdrawal-store.ts'

/** The ballot about a withdrawal: its receiver and amounts. */
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

/** The ballot about a deposit: its owner and the confirmed payment. */
export function depositBallot(row: Deposit, decision: string): RowBallot {
  const shown = [row.reference, row.userId, row.amount, row.paidAmount, row.suspenseUnits]
  return { kind: 'deposit', subjectId: row.rowId, decision, shown }
}

type At = { readonly epoch: number }

const endStates: readonly WithdrawalState[] = ['failed', 'canceled', 'refused', 'reversed']
const sentStates: readonly WithdrawalState[] = ['sent', 'completed']

/**
 * Whether no decision of operators is open. A completed withdrawal has its own alarm if they must decide
 * again.
 */
export function isWithdrawalOver({ state }: Pick<Withdrawal, 'state'>): boolean {
  return state === 'completed' || endStates.includes(state)
}

/** The decisions for which approvals still count. */
function openDecisionsOf({ state }: Withdrawal): readonly string[] {
  if (endStates.includes(state)) return []
  return sentStates.includes(state) ? manualDecisions : ['approve', ...manualDecisions]
}

/** A withdrawal without unproven approvals and decisions, and with the proven hold of its owner's account. */
export async function provenWithdrawal(
  deps: VoteDeps,
  row: Withdrawal,
  { epoch }: At,
): Promise<Withdrawal> {
  const decisions = openDecisionsOf(row)
  if (decisions.length === 0) return { ...row, isUnproven: false }
  const word = row.decision === 'pay' ? 'take_paid' : 'take_failed'
  const needed = row.approvalsNeeded > 1 ? 2 : 1
  const proven = await provenRow(deps, row, {
    kind: 'withdrawal',
    decisions,
    ballotOf: (decision) => withdrawalBallot(row, decision),
    decided: row.decision === null ? null : { decision: word, needed, ...undecided(epoch) },
    read: readWithdrawal,
  })
  return { ...proven, accountHold: await findAccountHold(deps.database, deps.keys, row.userId) }
}

const openDecisions: Readonly<Partial<Record<DepositState, readonly string[]>>> = {
  quarantined: ['credit', 'reject'],
  credited: ['reverse'],
  expired: ['reject'],
}

/** Whether no decision of operators is open. */
export function isDepositOver({ state }: Pick<Deposit, 'state'>): boolean {
  return state === 'credited' || state === 'reversed' || state === 'expired'
}

/** A deposit without unproven approvals and decisions. */
export async function provenDeposit(deps: VoteDeps, row: Deposit, { epoch }: At): Promise<Deposit> {
  if (row.state === 'reversed' || (await wasClosedBefore(deps, row))) {
    return { ...row, isUnproven: false }
  }
  const { decision } = row
  const known = await provenRow(deps, row, {
    kind: 'deposit',
    decisions: openDecisions[row.state] ?? [],
    ballotOf: (one) => depositBallot(row, one),
    decided: decision === null ? null : { decision, needed: depositApprovals, ...undecided(epoch) },
    read: readDeposit,
  })
  return { ...known, isAgreed: await isAgreed(deps, known) }
}

function undecided(epoch: number) {
  return { epoch, changes: { decision: null } }
}

/** If the reference of a deposit names no user, operators decide about the owner. */
async function isAgreed({ database, keys }: VoteDeps, row: Deposit): Promise<boolean> {
  if (row.state !== 'paid' || ownerOfReference(row.reference) !== null) return false
  const voters = await provenVoters(database, keys, depositBallot(row, 'credit'))
  return voters.length >= depositApprovals
}

/** Whether two operators closed it before votes had proofs, by the row's own proof. */
async function wasClosedBefore({ database, keys }: VoteDeps, row: Deposit): Promise<boolean> {
  if (row.state !== 'expired' || row.cause !== rejected) return false
  const found = await database.query<{ proof: Buffer | null }>(
    'select closed_proof as proof from wallets.deposit where id = $1',
    [row.rowId],
  )
  return matchesProof(keys, 'operator-vote', closedValues(row), found.rows[0]?.proof ?? null)
}

/**
 * Makes proofs that two operators closed the deposits that are closed now, because their votes have no
 * proofs.
 */
export async function proveClosings(
  connection: Pick<Database, 'query'>,
  keys: Keys,
): Promise<void> {
  const found = await connection.query<{ rowId: number }>(
    `select d.id as "rowId" from wallets.deposit d
     where d.state = 'expired' and d.cause = $1 and d.closed_proof is null and $2 <= (
       select count(*) from wallets.approval a
       where a.kind = 'deposit' and a.row_id = d.id and a.decision = 'reject')`,
    [rejected, depositApprovals],
  )
  for (const { rowId } of found.rows) {
    const row = await readDeposit(connection, rowId)
    const ballot = depositBallot(row, 'reject')
    if ((await provenVoters(connection, keys, ballot)).length >= depositApprovals) continue
    await connection.query('update wallets.deposit set closed_proof = $2 where id = $1', [
      rowId,
      createProof(keys, 'operator-vote', closedValues(row)),
    ])
  }
}

function closedValues({ rowId, reference, userId, amount, paidAmount }: Deposit): Proven {
  return ['tukar deposit closed 1', rowId, reference, userId, amount, paidAmount]
}
