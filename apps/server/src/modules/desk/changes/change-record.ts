/** The steps of a change, each with its audit entry in the same transaction (INV-23). */
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

/** The refusal of a decision that a row claims but no vote proves. */
export const unprovenCode = 'desk.vote_unproven'

/** The subject of a vote: the change as it was shown. */
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

/**
 * Whether votes prove that a change is to be applied: the proposer's vote, and that of a second operator if
 * the change needs one.
 */
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

/** Whether a vote proves that the named operator proposed the change. */
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
 * Saves a proposed change. Refuses `desk.already_proposed` if the same change is waiting, and
 * `command.id_reused` if another change has the same request id.
 */
export async function saveProposal(
  { database, keys }: ChangeRecordDeps,
  created: NewChange,
): Promise<number> {
  const { kind, reason, preview, proposedBy } = created
  return inTransaction(database, async (transaction) => {
    const changeId = await addChange(transaction, created)
    if (changeId === null) {
      // A request with another subject is in another queue, so it may have been saved meanwhile.
      const other = await findRequest(transaction, proposedBy, created.requestId)
      throw new Refusal(other === null ? 'desk.already_proposed' : 'command.id_reused')
    }
    const { subject, isSecondNeeded } = preview
    const [before, after] = [jsonOf(preview.before), jsonOf(preview.after)]
    const shown = { changeId, kind, input: created.input, subject, before, after, isSecondNeeded }
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
      created.pass,
    )
    return changeId
  })
}

/** Confirms or declines a waiting change; refuses `desk.already_decided` if it no longer waits. */
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

/** Ends a change that was applied, or that its kind refused. */
export async function end(
  database: Database,
  change: Change,
  refusal: Refusal | null,
): Promise<void> {
  const { changeId, kind, subject, proposedBy, decidedBy, decidedReason, reason } = change
  const failure = refusal === null ? null : { code: refusal.code, params: refusal.params }
  const about = { change: changeId, kind, proposer: proposedBy }
  // Without a proof, the operator in the row is not named.
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

/** Ends the changes that nobody decided about in time. */
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

/** The state before or after, for the audit log: always a JSON object. */
function stateOf(json: string | null): object {
  if (json === null) return {}
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value }
}
