/** The steps of a change, each with its entry in the record in the transaction that makes it (INV-23). */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { record } from '../audit.ts'
import { expireProposals } from '../role-proposals-store.ts'
import {
  addChange,
  type Change,
  decideAbout,
  endChange,
  expireChanges,
  findRequest,
  jsonOf,
} from './change-store.ts'
import type { ChangePreview } from './kind.ts'

export type NewChange = {
  readonly kind: string
  readonly input: unknown
  readonly reason: string
  readonly requestId: string
  readonly proposedBy: number
  readonly preview: ChangePreview
}

/**
 * Keeps a proposed change; refuses `desk.already_proposed` where the very same waits, `command.id_reused`
 * where another one came by the same request.
 */
export async function keepProposed(database: Database, made: NewChange): Promise<number> {
  const { kind, reason, preview, proposedBy } = made
  return inTransaction(database, async (transaction) => {
    const changeId = await addChange(transaction, made)
    if (changeId === null) {
      // What is of another subject does not wait in this one's line.
      const other = await findRequest(transaction, proposedBy, made.requestId)
      throw new Refusal(other === null ? 'desk.already_proposed' : 'command.id_reused')
    }
    await record(transaction, {
      operatorId: proposedBy,
      action: 'change.propose',
      subject: preview.subject,
      reason,
      before: stateOf(jsonOf(preview.before)),
      after: { ...stateOf(jsonOf(preview.after)), change: changeId, kind },
    })
    return changeId
  })
}

/** Confirms or declines a change that waits; refuses `desk.already_decided` where it does no more. */
export async function decideChange(
  database: Database,
  change: Change,
  verdict: {
    readonly decision: 'confirm' | 'decline'
    readonly operatorId: number
    readonly reason: string
  },
): Promise<void> {
  const { decision } = verdict
  const status = decision === 'confirm' ? 'applying' : 'declined'
  await inTransaction(database, async (transaction) => {
    const isDecided = await decideAbout(transaction, change.changeId, status, verdict)
    if (!isDecided) throw new Refusal('desk.already_decided')
    await note(transaction, change, { ...verdict, action: `change.${decision}` })
  })
}

/** Ends a change that was carried out, or that its kind refused. */
export async function end(
  database: Database,
  change: Change,
  refusal: Refusal | null,
): Promise<void> {
  const { changeId, kind, subject, proposedBy, decidedBy, decidedReason, reason } = change
  const failure = refusal === null ? null : { code: refusal.code, params: refusal.params }
  const about = { change: changeId, kind, proposer: proposedBy }
  await inTransaction(database, async (transaction) => {
    if (!(await endChange(transaction, changeId, failure))) return
    await record(transaction, {
      operatorId: decidedBy ?? proposedBy,
      action: failure === null ? 'change.apply' : 'change.fail',
      subject,
      reason: decidedReason ?? reason,
      before: stateOf(change.before),
      after: failure === null ? { ...stateOf(change.after), ...about } : { ...about, ...failure },
    })
  })
}

/** Ends what nobody decided about in time. */
export async function endExpired(database: Database): Promise<void> {
  await inTransaction(database, async (transaction) => {
    for (const proposal of await expireProposals(transaction)) {
      const { userId, role, isGiven, proposedBy, proposalId } = proposal
      await record(transaction, {
        operatorId: null,
        action: 'role.expire',
        subject: `user:${userId}`,
        reason: '',
        after: { proposalId, proposedBy, role, isGiven },
      })
    }
    for (const change of await expireChanges(transaction)) {
      await note(transaction, change, { operatorId: null, reason: '', action: 'change.expire' })
    }
  })
}

async function note(
  transaction: Transaction,
  { changeId, kind, subject, proposedBy }: Change,
  by: { readonly operatorId: number | null; readonly reason: string; readonly action: string },
): Promise<void> {
  const { operatorId, reason, action } = by
  const after = { change: changeId, kind, proposer: proposedBy }
  await record(transaction, { operatorId, action, subject, reason, after })
}

/** What was or is to be, as the record has it: always a record of its own. */
function stateOf(json: string | null): object {
  if (json === null) return {}
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value }
}
