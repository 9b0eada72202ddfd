/**
 * The console's part of `npm run audit` about votes (INV-22): each vote has its audit entry and a valid
 * proof, each audit entry of a decision has its vote, and every decision is proven by votes.
 */
import type { Database } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { heldEntries } from './audit-chain.ts'
import { isProposed, isVotedFor } from './changes/change-record.ts'
import { type Change, changesIn } from './changes/change-store.ts'
import { unprovenRoles } from './role-proofs.ts'
import { isProvenVote, type StoredVote, voteActions, voteColumns } from './votes.ts'

type Connection = Pick<Database, 'query'>

/** Votes that are read in one batch. */
const pageRows = 1_000

/** The number of checked votes, and one sentence per fault. */
export type VoteFinding = {
  readonly name: string
  readonly count: number
  readonly wrong: readonly string[]
}

/** Runs all checks, in one snapshot of the caller's. */
export async function checkVotes(
  connection: Connection,
  keys: Keys,
): Promise<readonly VoteFinding[]> {
  return [
    await checkProofs(connection, keys),
    await checkEntries(connection),
    await checkApprovals(connection),
    await checkChanges(connection, keys),
    await checkProposals(connection, keys),
    await checkRoles(connection, keys),
  ]
}

async function checkProofs(connection: Connection, keys: Keys): Promise<VoteFinding> {
  const wrong: string[] = []
  let [count, after] = [0, 0]
  for (;;) {
    const found = await connection.query<StoredVote>(
      `select ${voteColumns} from desk.vote where entry_no > $1 order by entry_no limit $2`,
      [after, pageRows],
    )
    const votes = found.rows
    const entries = await heldEntries(
      connection,
      votes.map(({ entryNo }) => entryNo),
    )
    for (const vote of votes) {
      if (await isProvenVote(connection, keys, vote, entries.get(vote.entryNo))) continue
      const { kind, subjectId, decision, operatorId, entryNo } = vote
      wrong.push(
        `The vote "${decision}" of operator ${operatorId} about ${kind} ${subjectId} (entry ${entryNo}) has no proof.`,
      )
    }
    count += votes.length
    after = votes.at(-1)?.entryNo ?? after
    if (votes.length < pageRows) {
      return { name: 'votes of operators, each with a valid audit entry and proof', count, wrong }
    }
  }
}

async function checkEntries(connection: Connection): Promise<VoteFinding> {
  const actions = Object.values(voteActions).flat()
  const found = await connection.query<{ sentence: string | null }>(
    `select case when v.entry_no is null then format('Entry %s (%s, %s) has no vote.', e.no, e.action,
       e.subject) end as sentence
     from desk.audit_entry e left join desk.vote v on v.entry_no = e.no
     where e.action = any($1) and e.operator_id is not null
       and e.no > (select votes_since from desk.audit_head)`,
    [actions],
  )
  return findingOf('audit entries of decisions, each with its vote', found.rows)
}

/** Approvals from before there were proofs have an audit entry only. */
async function checkApprovals(connection: Connection): Promise<VoteFinding> {
  const found = await connection.query<{ sentence: string | null }>(
    `select case when v.is_there is null and e.is_there is null then format(
       'Operator %s is said to have agreed (%s) to %s %s, and no vote says so.', a.operator_id,
       a.decision, a.kind, a.row_id) end as sentence
     from wallets.approval a
     left join lateral (select true as is_there from desk.vote v where v.kind = a.kind
       and v.subject_id = a.row_id and v.decision = a.decision and v.operator_id = a.operator_id
       limit 1) v on true
     left join lateral (select true as is_there from desk.audit_entry e
       where e.no <= (select votes_since from desk.audit_head)
         and e.subject = a.kind || ':' || a.row_id and e.operator_id = a.operator_id
         and e.action = case a.kind when 'withdrawal' then 'payout' else a.kind end || '.' || a.decision
       limit 1) e on true`,
  )
  return findingOf('approvals of deposits and withdrawals, each with its vote', found.rows)
}

async function checkChanges(connection: Connection, keys: Keys): Promise<VoteFinding> {
  const changes = await changesIn(connection, ['applying', 'applied'])
  const wrong: string[] = []
  for (const change of changes) {
    if (await isVotedFor(connection, keys, change)) continue
    if (await isEarlier(connection, change, 'change.apply')) continue
    wrong.push(`Change ${change.changeId} (${change.kind}) was applied without the required votes.`)
  }
  return {
    name: 'applied changes, each with its votes',
    count: changes.length,
    wrong,
  }
}

/** Whether the audit log had the decision before there were votes. */
async function isEarlier(
  connection: Connection,
  { changeId, subject }: Pick<Change, 'changeId' | 'subject'>,
  action: 'change.apply' | 'change.propose',
): Promise<boolean> {
  const found = await connection.query(
    `select from desk.audit_entry where subject = $1 and action = $3
       and after->>'change' = $2 and no <= (select votes_since from desk.audit_head) limit 1`,
    [subject, String(changeId), action],
  )
  return found.rows.length > 0
}

async function checkProposals(connection: Connection, keys: Keys): Promise<VoteFinding> {
  const changes = await changesIn(connection, ['waiting'])
  const wrong: string[] = []
  for (const change of changes) {
    if (await isProposed(connection, keys, change)) continue
    if (await isEarlier(connection, change, 'change.propose')) continue
    wrong.push(
      `Change ${change.changeId} (${change.kind}) is waiting, but no vote proves its proposal.`,
    )
  }
  return { name: "changes that wait, each with its proposer's vote", count: changes.length, wrong }
}

async function checkRoles(connection: Connection, keys: Keys): Promise<VoteFinding> {
  const counted = await connection.query<{ count: number }>(
    'select count(*) as count from desk.operator_role',
  )
  const unproven = await unprovenRoles(connection, keys)
  const wrong = unproven.map(
    ({ userId, role }) => `The role ${role} of account ${userId} has no proof.`,
  )
  const count = counted.rows[0]?.count ?? 0
  return { name: 'roles of operators, each with its proof', count, wrong }
}

function findingOf(
  name: string,
  rows: readonly { readonly sentence: string | null }[],
): VoteFinding {
  return { name, count: rows.length, wrong: rows.flatMap(({ sentence }) => sentence ?? []) }
}
