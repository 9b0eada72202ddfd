/** The steps of a change, each with its entry in the record in the transaction that makes it (INV-23). */
import type { Database } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { record } from '../audit.ts'
import type { VotePass } from '../operator.ts'
import { expireProposals } from '../role-proposals-store.ts'
import { type Ballot, castVote, provenVoters } from '../votes.ts'
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

/** Refuses what a row says was voted for, and no vote proves. */
export const unprovenCode = 'desk.vote_unproven'

/** What is voted about: the change as it was shown. */
export function ballotOf(
  change: Pick<
    Change,
    'changeId' | 'kind' | 'input' | 'subject' | 'before' | 'after' | 'isSecondNeeded'
  >,
  decision: 'propose' | 'confirm' | 'decline',
): Ballot {
  const { changeId, kind, input, subject, before, after, isSecondNeeded } = change
  const shown = [kind, JSON.stringify(input ?? null), subject, before, after, isSecondNeeded]
  return { kind: 'change', subjectId: changeId, decision, shown }
}

/** Whether votes prove that a change is to be: its proposer's, and a second person's where it takes one. */
export async function isVotedFor(
  connection: Pick<Database, 'query'>,
  keys: Keys,
  change: Change,
): Promise<boolean> {
  if (!(await isProposed(connection, keys, change))) return false
  if (!change.isSecondNeeded) return true
  const confirming = await provenVoters(connection, keys, ballotOf(change, 'confirm'))
  return confirming.some((operatorId) => operatorId !== change.proposedBy)
}

/** Whether a vote proves that a change was proposed by whom it names. */
export async function isProposed(
  connection: Pick<Database, 'query'>,
  keys: Keys,
  change: Change,
): Promise<boolean> {
  const proposers = await provenVoters(connection, keys, ballotOf(change, 'propose'))
  return proposers.includes(change.proposedBy)
}

export type ChangeRecordDeps = { readonly database: Database; readonly keys: Keys }

export type NewChange = {
  readonly kind: string
  readonly input: unknown
  readonly reason: string
  readonly requestId: string
  readonly proposedBy: number
  readonly pass: VotePass
  readonly preview: ChangePreview
}

/**
 * Keeps a proposed change; refuses `desk.already_proposed` where the very same waits, `command.id_reused`
 * where another one came by the same request.
 */
export async function saveProposal(
  { database, keys }: ChangeRecordDeps,
  made: NewChange,
): Promise<number> {
  const { kind, reason, preview, proposedBy } = made
  return inTransaction(database, async (transaction) => {
    const changeId = await addChange(transaction, made)
    if (changeId === null) {
      // What is of another subject does not wait in this one's line.
      const other = await findRequest(transaction, proposedBy, made.requestId)
      throw new Refusal(other === null ? 'desk.already_proposed' : 'command.id_reused')
    }
    const { subject, isSecondNeeded } = preview
    const [before, after] = [jsonOf(preview.before), jsonOf(preview.after)]
    const shown = { changeId, kind, input: made.input, subject, before, after, isSecondNeeded }
    await castVote(
      transaction,
      keys,
      {
        ...ballotOf(shown, 'propose'),
        entry: {
          operatorId: proposedBy,
          action: 'change.propose',
          subject,
          reason,
          before: stateOf(before),
          after: { ...stateOf(after), change: changeId, kind },
        },
      },
      made.pass,
    )
    return changeId
  })
}

/** Confirms or declines a change that waits; refuses `desk.already_decided` where it does no more. */
export async function decideChange(
  { database, keys }: ChangeRecordDeps,
  change: Change,
  verdict: {
    readonly decision: 'confirm' | 'decline'
    readonly operatorId: number
    readonly pass: VotePass
    readonly reason: string
  },
): Promise<void> {
  const { decision } = verdict
  const status = decision === 'confirm' ? 'applying' : 'declined'
  await inTransaction(database, async (transaction) => {
    const isDecided = await decideAbout(transaction, change.changeId, status, verdict)
    if (!isDecided) throw new Refusal('desk.already_decided')
    const { changeId, kind, subject, proposedBy } = change
    const { operatorId, reason } = verdict
    const after = { change: changeId, kind, proposer: proposedBy }
    await castVote(
      transaction,
      keys,
      {
        ...ballotOf(change, decision),
        entry: { operatorId, action: `change.${decision}`, subject, reason, after },
      },
      verdict.pass,
    )
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
  // Nobody is named for what a row alone says of him.
  const isForged = failure?.code === unprovenCode
  await inTransaction(database, async (transaction) => {
    if (!(await endChange(transaction, changeId, failure))) return
    await record(transaction, {
      operatorId: isForged ? null : (decidedBy ?? proposedBy),
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
      const { changeId, kind, subject, proposedBy } = change
      await record(transaction, {
        operatorId: null,
        action: 'change.expire',
        subject,
        reason: '',
        after: { change: changeId, kind, proposer: proposedBy },
      })
    }
  })
}

/** What was or is to be, as the record has it: always a record of its own. */
function stateOf(json: string | null): object {
  if (json === null) return {}
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value }
}
