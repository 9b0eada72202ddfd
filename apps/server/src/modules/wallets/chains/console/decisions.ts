/**
 * What operators decide about coins on chains (INV-22): kept with who agreed and why, in the record of the
 * console, and carried out by the machine. What was signed is not decided here any more (ATT-93), but where
 * something else took its place for good; what the signer refuses to sign may be given back, once that says
 * that it never will.
 */
import type { ChainDepositDecisionWord, ChainWithdrawalDecisionWord } from '@tukar/wire'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { audit, castVote, type Operator, refuseOwnCase } from '../../../desk/index.ts'
import { wakeWithdrawalsOf } from '../../held-withdrawals.ts'
import { sayReleased } from '../../hold-proofs.ts'
import { changeRow, type ColumnValues } from '../../machine/row-store.ts'
import { addApproval, countBefore, forgetApprovals, holdRow } from '../../machine/approvals.ts'
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
import { findDeskChainDeposit, findDeskChainWithdrawal, hintRow } from './desk-store.ts'
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

/** The machine that carries out what is decided. */
export type ChainMachine = {
  /** The epoch under which rows are written now; refuses `engine.unavailable` where there is none. */
  epoch(): number
  /** Looks at once at what is due. */
  wake(): void
}

type ChainDepositRuling = Exclude<ChainDepositDecisionWord, 'ask'>

/** Whether it lies in suspense, stands in the chain, and nobody let it go to its owner yet. */
function awaitsGrant({ suspenseUnits, grantedLife, life, place }: ChainDeposit): boolean {
  return suspenseUnits !== null && grantedLife < life && place !== null
}

/** What of a deposit's owner people decide, not the chain; null where there is nothing. */
export function chainDepositRuling(row: ChainDeposit): ChainDepositRuling | null {
  if (row.state === 'crediting') return awaitsGrant(row) ? 'credit' : null
  if (waitsForPeople(row) && !row.isSetAside) return 'set_aside'
  const isHolding = holdsAccount(row) || holdsAsForged(row)
  return isHolding && row.releasedLife < heldLifeOf(row) ? 'release' : null
}

/** What may be done about a deposit now: it follows the chain, so little but another look. */
export function chainDepositDecisions(row: ChainDeposit): readonly ChainDepositDecisionWord[] {
  if (row.state === 'credited' && row.alarm === null) return []
  const ruling = chainDepositRuling(row)
  return ruling === null ? ['ask'] : [ruling, 'ask']
}

/** What may be decided about a withdrawal now. */
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
    // The signer wants votes, and those that were given are of an older form, or of none.
    const isOpen = alarm !== holdGoneAlarm && approvals < approvalsNeeded
    return isOpen ? ['approve', 'give_back', 'ask'] : ['give_back', 'ask']
  }
  return alarm === null ? [] : ['ask']
}

/** Decides; refuses with a code of `desk.*`, or `withdrawal.under_way` for what is being signed. */
export function createChainDesk(
  { database, keys }: { readonly database: Database; readonly keys: Keys },
  machine: ChainMachine,
) {
  return {
    /** Approves a withdrawal, has it taken back, given back with another person, or looked at again. */
    async decideWithdrawal(verdict: ChainVerdict<ChainWithdrawalDecisionWord>): Promise<void> {
      const epoch = machine.epoch()
      await inTransaction(database, (client) => decideWithdrawal(client, { keys, epoch }, verdict))
      machine.wake()
    },
    /** Has a deposit looked at again, or rules about it with another person. */
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
  await holdRow(client, 'chain_withdrawal', rowId)
  const held = await findDeskChainWithdrawal(client, rowId)
  const ballot = held && chainWithdrawalBallot(held, decision)
  if (ballot !== null) await countBefore(client, keys, ballot)
  const row = await findDeskChainWithdrawal(client, rowId)
  if (row === null || ballot === null) throw new Refusal('desk.case_unknown')
  refuseOwnCase(operator, row.userId)
  if (!chainWithdrawalDecisions(row).includes(decision)) throw tooLate(row, decision)
  const { operatorId } = operator
  if (decision === 'ask') await hintRow(client, 'chain_withdrawal', rowId)
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

/** What is signed or sent is under way: the chain alone says what becomes of it (ATT-94). */
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
  await holdRow(client, 'chain_deposit', rowId)
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
    await hintRow(client, 'chain_deposit', rowId)
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

/** Keeps what one person agreed to; the second carries it out. Gives how many agreed. */
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
  const before = await countBefore(client, keys, chainDepositBallot(row, ruling.decision))
  const isNew = await addApproval(client, 'chain_deposit', { rowId, ...approval })
  if (!isNew) throw new Refusal('desk.same_operator')
  const agreed = before + 1
  if (agreed < rulingApprovals) return agreed
  const changes = rulingChanges(row, ruling.decision)
  const isChanged = await changeRow(client, row, { kind: 'chain_deposit', epoch, changes })
  if (!isChanged) throw new Refusal('desk.already_decided')
  if (ruling.decision === 'release') {
    await sayReleased(client, keys, row)
    await wakeWithdrawalsOf(client, row.userId)
  }
  // The record of the console keeps who agreed: another life of the deposit is another case.
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
