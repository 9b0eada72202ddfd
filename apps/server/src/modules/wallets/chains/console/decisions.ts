/**
 * Decisions of operators about coins (INV-22). They are stored with operator and reason in the audit log, and
 * carried out by the state machine. A signed withdrawal can be decided only if another transaction took its
 * nonce for good (ATT-93). A withdrawal that the signer refuses can be given back once the signer has voided
 * it.
 */
import type { ChainDepositDecisionWord, ChainWithdrawalDecisionWord } from '@tukar/wire'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { audit, castVote, type Operator, refuseOwnCase } from '../../../desk/index.ts'
import { wakeWithdrawalsOf } from '../../held-withdrawals.ts'
import { proveReleased } from '../../hold-proofs.ts'
import { changeRow, type ColumnValues } from '../../machine/row-store.ts'
import { addApproval, countApprovals, forgetApprovals, lockRow } from '../../machine/approvals.ts'
import { holdGoneAlarm } from '../../machine/hold-check.ts'
import { unprovenAlarm } from '../../machine/unproven-votes.ts'
import {
  type ChainDeposit,
  heldLifeOf,
  holdsAccount,
  holdsAsForged,
  waitsForPeople,
} from '../deposits/deposit-row.ts'
import { chainDepositBallot, rulingApprovals } from '../deposits/votes.ts'
import { chainWithdrawalBallot } from '../withdrawals/votes.ts'
import { findDeskChainDeposit, findDeskChainWithdrawal, wakeRow } from './store.ts'
import {
  cancelableStates,
  type ChainWithdrawal,
  displacedAlarm,
  refusedAlarm,
} from '../withdrawals/withdrawal-row.ts'

export type ChainVerdict<Decision extends string> = {
  readonly operator: Operator
  readonly rowId: number
  readonly decision: Decision
  readonly reason: string
}

/** The state machine that carries out the decisions. */
export type DecisionDeps = {
  /**
   * The epoch under which rows are written now; refuses `engine.unavailable` if this server does not lead.
   */
  epoch(): number
  /** Processes due rows at once. */
  wake(): void
}

type ChainDepositRuling = Exclude<ChainDepositDecisionWord, 'ask'>

/** Whether the deposit is in suspense and in the chain, and no grant to its owner was decided yet. */
function awaitsGrant({ suspenseUnits, grantedLife, life, block }: ChainDeposit): boolean {
  return suspenseUnits !== null && grantedLife < life && block !== null
}

/** The ruling that operators may make about a deposit; null if there is none. */
export function chainDepositRuling(row: ChainDeposit): ChainDepositRuling | null {
  if (row.state === 'crediting') return awaitsGrant(row) ? 'credit' : null
  if (waitsForPeople(row) && !row.isSetAside) return 'set_aside'
  const isHolding = holdsAccount(row) || holdsAsForged(row)
  return isHolding && row.releasedLife < heldLifeOf(row) ? 'release' : null
}

/**
 * The decisions that are possible for a deposit now. A deposit follows its chain, so often only another check
 * is.
 */
export function chainDepositDecisions(row: ChainDeposit): readonly ChainDepositDecisionWord[] {
  if (row.state === 'credited' && row.alarm === null) return []
  const ruling = chainDepositRuling(row)
  return ruling === null ? ['ask'] : [ruling, 'ask']
}

/** The decisions that are possible for a withdrawal now. */
export function chainWithdrawalDecisions({
  state,
  canceledBy,
  approvals,
  approvalsNeeded,
  alarm,
}: Pick<
  ChainWithdrawal,
  'state' | 'canceledBy' | 'approvals' | 'approvalsNeeded' | 'alarm'
>): readonly ChainWithdrawalDecisionWord[] {
  if (canceledBy !== null) return []
  if (cancelableStates.includes(state)) {
    const isOpen = state !== 'requested' && approvals < approvalsNeeded
    return isOpen ? ['approve', 'reject'] : ['reject']
  }
  if (state === 'broadcast' && alarm === displacedAlarm) return ['give_back', 'ask']
  const isUnsigned = alarm === refusedAlarm || alarm === holdGoneAlarm
  if (state === 'signing' && (isUnsigned || alarm === unprovenAlarm)) {
    // The signer requires votes, and the given votes are missing or have an older format.
    const isOpen = alarm !== holdGoneAlarm && approvals < approvalsNeeded
    return isOpen ? ['approve', 'give_back', 'ask'] : ['give_back', 'ask']
  }
  return alarm === null ? [] : ['ask']
}

/**
 * Creates the decisions; they refuse with a code of `desk.*`, or with `withdrawal.under_way` for a withdrawal
 * that is being signed.
 */
export function createChainDecisions(
  { database, keys }: { readonly database: Database; readonly keys: Keys },
  machine: DecisionDeps,
) {
  return {
    /** Approves or rejects a withdrawal, gives it back with a second operator, or requests another check. */
    async decideWithdrawal(verdict: ChainVerdict<ChainWithdrawalDecisionWord>): Promise<void> {
      const epoch = machine.epoch()
      await inTransaction(database, (client) => decideWithdrawal(client, { keys, epoch }, verdict))
      machine.wake()
    },
    /** Requests another check of a deposit, or rules about it with a second operator. */
    async decideDeposit(verdict: ChainVerdict<ChainDepositDecisionWord>): Promise<void> {
      const epoch = machine.epoch()
      await inTransaction(database, (client) => decideDeposit(client, { keys, epoch }, verdict))
      machine.wake()
    },
  }
}

type At = { readonly keys: Keys; readonly epoch: number }

async function decideWithdrawal(
  client: Transaction,
  { keys, epoch }: At,
  verdict: ChainVerdict<ChainWithdrawalDecisionWord>,
): Promise<void> {
  const { operator, rowId, decision, reason } = verdict
  await lockRow(client, 'chain_withdrawal', rowId)
  const held = await findDeskChainWithdrawal(client, rowId)
  const ballot = held && chainWithdrawalBallot(held, decision)
  if (ballot !== null) await countApprovals(client, keys, ballot)
  const row = await findDeskChainWithdrawal(client, rowId)
  if (row === null || ballot === null) throw new Refusal('desk.case_unknown')
  refuseOwnCase(operator, row.userId)
  if (!chainWithdrawalDecisions(row).includes(decision)) throw tooLate(row, decision)
  const { operatorId } = operator
  if (decision === 'ask') await wakeRow(client, 'chain_withdrawal', rowId)
  else {
    const approval = { rowId, decision, operatorId, reason }
    const isNew = await addApproval(client, 'chain_withdrawal', approval)
    if (!isNew) throw new Refusal('desk.same_operator')
    const changes = decision === 'reject' ? { canceled_by: 'operator' } : {}
    const isChanged = await changeRow(client, row, { kind: 'chain_withdrawal', epoch, changes })
    if (!isChanged) throw new Refusal('desk.already_decided')
  }
  const entry = {
    operatorId,
    subject: `chain_withdrawal:${rowId}`,
    reason,
    before: { state: row.state, cause: row.cause, alarm: row.alarm, approvals: row.approvals },
    after: {
      chain: row.chain,
      currencyId: row.currencyId,
      amount: row.amount,
      address: row.toAddress,
      approvals: row.approvals + (decision === 'approve' ? 1 : 0),
      approvalsNeeded: row.approvalsNeeded,
      isCanceled: decision === 'reject',
      agreedBack: row.agreedBack + (decision === 'give_back' ? 1 : 0),
    },
  }
  if (decision === 'ask') {
    await audit.record(client, { ...entry, action: 'chain_withdrawal.ask' })
    return
  }
  const action = `chain_withdrawal.${decision}` as const
  await castVote(client, keys, { ...ballot, entry: { ...entry, action } }, operator.pass)
}

/** A signed or sent withdrawal is under way: the chain alone determines its outcome (ATT-94). */
function tooLate({ state }: ChainWithdrawal, decision: ChainWithdrawalDecisionWord): Refusal {
  const isUnderWay = ['signing', 'signed', 'broadcast', 'confirming'].includes(state)
  const isTooLate = isUnderWay && decision === 'reject'
  return new Refusal(isTooLate ? 'withdrawal.under_way' : 'desk.already_decided')
}

async function decideDeposit(
  client: Transaction,
  at: At,
  { operator, rowId, decision, reason }: ChainVerdict<ChainDepositDecisionWord>,
): Promise<void> {
  await lockRow(client, 'chain_deposit', rowId)
  const row = await findDeskChainDeposit(client, rowId)
  if (row === null) throw new Refusal('desk.case_unknown')
  refuseOwnCase(operator, row.userId)
  if (!chainDepositDecisions(row).includes(decision)) throw new Refusal('desk.already_decided')
  const { operatorId } = operator
  const entry = {
    operatorId,
    subject: `chain_deposit:${rowId}`,
    reason,
    before: { state: row.state, cause: row.cause, alarm: row.alarm },
  }
  if (decision === 'ask') {
    await wakeRow(client, 'chain_deposit', rowId)
    await audit.record(client, { ...entry, action: 'chain_deposit.ask' })
    return
  }
  const approvals = await rule(client, at, { row, decision, operatorId, reason })
  const action = `chain_deposit.${decision}` as const
  await castVote(
    client,
    at.keys,
    {
      ...chainDepositBallot(row, decision),
      entry: { ...entry, action, after: { approvals, needed: rulingApprovals } },
    },
    operator.pass,
  )
}

/**
 * Stores one operator's agreement; the second one carries the ruling out. Returns the number of agreements.
 */
async function rule(
  client: Transaction,
  { keys, epoch }: At,
  ruling: {
    readonly row: ChainDeposit
    readonly decision: ChainDepositRuling
    readonly operatorId: number
    readonly reason: string
  },
): Promise<number> {
  const { row, ...approval } = ruling
  const { rowId } = row
  const before = await countApprovals(client, keys, chainDepositBallot(row, ruling.decision))
  const isNew = await addApproval(client, 'chain_deposit', { rowId, ...approval })
  if (!isNew) throw new Refusal('desk.same_operator')
  const agreed = before + 1
  if (agreed < rulingApprovals) return agreed
  const changes = rulingChanges(row, ruling.decision)
  const isChanged = await changeRow(client, row, { kind: 'chain_deposit', epoch, changes })
  if (!isChanged) throw new Refusal('desk.already_decided')
  if (ruling.decision === 'release') {
    await proveReleased(client, keys, row)
    await wakeWithdrawalsOf(client, row.userId)
  }
  // The audit log keeps the approvals. Another life of the deposit is a new case.
  await forgetApprovals(client, 'chain_deposit', rowId, [ruling.decision])
  return agreed
}

function rulingChanges(row: ChainDeposit, decision: ChainDepositRuling): ColumnValues {
  switch (decision) {
    case 'set_aside':
      return { set_aside_at: new Date() }
    case 'release':
      return { released_life: heldLifeOf(row) }
    case 'credit':
      return { granted_life: row.life }
  }
}
