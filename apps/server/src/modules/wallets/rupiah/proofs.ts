/**
 * Proofs of payment (SRV-71). Each is a step in the timeline of its deposit, and operators answer the proofs
 * that the gateway does not confirm. A proof alone moves no money.
 */
import type { DepositDecision } from '@tukar/wire'
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { audit, type Desk, type Operator } from '../../desk/index.ts'
import { type ShownFile, shownFileOf } from '../../uploads/index.ts'
import { addStep, changeRow } from '../machine/row-store.ts'
import type { Deposit } from './deposits/deposit.ts'
import {
  findDeposit,
  storeDepositFile,
  proofClosed,
  readDeposit,
} from './deposits/deposit-store.ts'
import { findProof, type Proof } from './console/console-store.ts'
import { lockRow } from '../machine/approvals.ts'
import type { RupiahDeps } from './deps.ts'
import { readSteps } from '../machine/step-store.ts'
import { notifyUnpaid } from './notifications.ts'

/** The cause of the step of a proof, which changes no state. */
const handedIn = 'proof'

/** The decisions about a proof, which move no money. */
export const proofDecisions = ['ask', 'unpaid'] as const satisfies readonly DepositDecision[]
export type ProofDecision = (typeof proofDecisions)[number]

/** Whether a decision is about a proof alone. */
export function isOfProof(decision: DepositDecision): decision is ProofDecision {
  return decision === 'ask' || decision === 'unpaid'
}

/** Stores a proof with its step, serialized per deposit; false if the deposit is not payable. */
export function storeProof(
  database: Database,
  depositId: number,
  file: { readonly mediaType: string; readonly content: Buffer },
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    await lockRow(transaction, 'deposit', depositId)
    if (!(await storeDepositFile(transaction, depositId, file))) return false
    const steps = (await readSteps(transaction, 'deposit', [depositId])).get(depositId) ?? []
    if (steps.at(-1)?.cause === handedIn) return true
    const { state } = await readDeposit(transaction, depositId)
    await addStep(transaction, { kind: 'deposit', rowId: depositId, state, cause: handedIn })
    return true
  })
}

/**
 * Shows the proof of a deposit to an operator. A receipt has a name and a bank account, so each view counts
 * as one of the user's personal data and is recorded in the audit log (ATT-104, ATT-47). Refuses
 * `desk.case_unknown`, `desk.too_many_shown` after too many views within the hour, and `desk.file_broken`,
 * `desk.file_locked` or `desk.file_pages` for a PDF that cannot be rendered.
 */
export async function showProof(
  desk: Pick<Desk, 'database' | 'showing'>,
  operator: Operator,
  depositId: number,
): Promise<ShownFile> {
  const shown = await shownFileOf(await openProof(desk, operator, depositId))
  if (!shown.ok) throw new Refusal(`desk.file_${shown.why}`)
  return shown
}

async function openProof(
  desk: Pick<Desk, 'database' | 'showing'>,
  operator: Operator,
  depositId: number,
): Promise<Proof> {
  const deposit = await findDeposit(desk.database, depositId)
  if (deposit === null) throw new Refusal('desk.case_unknown')
  return desk.showing(operator, deposit.userId, async (transaction) => {
    const proof = await findProof(transaction, depositId)
    if (proof === null) throw new Refusal('desk.case_unknown')
    const { operatorId } = operator
    const subject = `deposit:${depositId}`
    await audit.record(transaction, { operatorId, action: 'deposit.file', subject, reason: '' })
    return proof
  })
}

type ProofVerdict = {
  readonly operator: Operator
  readonly decision: ProofDecision
  readonly reason: string
}

/** Asks the gateway now, or notifies the user that it confirms no payment and closes the proof. */
export async function answerProof(
  deps: Pick<RupiahDeps, 'keys' | 'mail' | 'origin'>,
  { transaction, epoch }: { readonly transaction: Transaction; readonly epoch: number },
  row: Deposit,
  { operator, decision, reason }: ProofVerdict,
): Promise<void> {
  const { rowId, state } = row
  const isLooked = await changeRow(transaction, row, { kind: 'deposit', epoch, changes: {} })
  if (!isLooked) throw new Refusal('desk.already_decided')
  if (decision === 'unpaid') {
    await addStep(transaction, { kind: 'deposit', rowId, state, cause: proofClosed })
    await notifyUnpaid(deps, transaction, row, reason)
  }
  await audit.record(transaction, {
    operatorId: operator.operatorId,
    action: `deposit.${decision}`,
    subject: `deposit:${rowId}`,
    reason,
    before: { state },
    after: { amount: row.amount, isProofClosed: decision === 'unpaid' },
  })
}
