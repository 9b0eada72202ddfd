/**
 * Votes: what an operator decided about what he was shown (INV-22). Each has its entry in the record and a proof
 * over that entry's hash, under a key that the database does not have. A row that says that somebody agreed is
 * a claim; only votes whose proof and entry fit count. The first is made right here, for an operator whom the
 * console's door let in.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { type AuditEntry, record } from './audit.ts'
import { type HeldEntry, heldEntries } from './audit-chain.ts'

type Connection = Pick<Database, 'query'>

/** What there is to vote about, each with the actions that its votes have in the record. */
export const voteActions = {
  withdrawal: ['payout.approve', 'payout.reject', 'payout.take_failed', 'payout.take_paid'],
  deposit: ['deposit.credit', 'deposit.reject', 'deposit.reverse'],
  chain_withdrawal: [
    'chain_withdrawal.approve',
    'chain_withdrawal.reject',
    'chain_withdrawal.give_back',
  ],
  chain_deposit: ['chain_deposit.set_aside', 'chain_deposit.release', 'chain_deposit.credit'],
  change: ['change.propose', 'change.confirm', 'change.decline'],
  role: ['role.propose', 'role.give', 'role.take', 'role.decline'],
  reserve: ['reserve.proposed', 'reserve.confirmed'],
} as const satisfies Record<string, readonly string[]>

export type VoteKind = keyof typeof voteActions

/** What is voted about. */
export type Ballot = {
  readonly kind: VoteKind
  readonly subjectId: number
  readonly decision: string
  /** All that the decision is about, as JSON can hold it: a vote about anything else is another vote. */
  readonly shown: readonly unknown[]
}

export type Cast = Ballot & {
  readonly entry: AuditEntry & {
    readonly operatorId: number
    readonly action: (typeof voteActions)[VoteKind][number]
  }
}

const version = 'tukar operator vote 1'

/** A vote as it is kept. */
export type KeptVote = {
  readonly entryNo: number
  readonly kind: string
  readonly subjectId: number
  readonly decision: string
  readonly operatorId: number
  readonly shownHash: Buffer
  readonly mac: Buffer
}

/**
 * Keeps an operator's vote with its entry in the record, in the caller's transaction. As the entry does, it comes
 * last in it.
 *
 * @returns the entry's number and hash
 */
export async function castVote(
  transaction: Transaction,
  keys: Keys,
  { entry, ...ballot }: Cast,
): Promise<{ readonly no: number; readonly hash: Buffer }> {
  const recorded = await record(transaction, entry)
  const vote = {
    entryNo: recorded.no,
    kind: ballot.kind,
    subjectId: ballot.subjectId,
    decision: ballot.decision,
    operatorId: entry.operatorId,
    shownHash: hashOfShown(ballot.shown),
  }
  await transaction.query(
    `insert into desk.vote (entry_no, kind, subject_id, decision, operator_id, shown_hash, mac)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [...Object.values(vote), macOfVote(keys, vote, recorded.hash)],
  )
  return recorded
}

/** The operators who voted so about exactly this, each once: the proofs of their votes and the entries fit. */
export async function provenVoters(
  connection: Connection,
  keys: Keys,
  { kind, subjectId, decision, shown }: Ballot,
): Promise<readonly number[]> {
  const found = await connection.query<KeptVote>(
    `select ${voteColumns} from desk.vote
     where kind = $1 and subject_id = $2 and decision = $3 and shown_hash = $4 order by entry_no`,
    [kind, subjectId, decision, hashOfShown(shown)],
  )
  const entries = await heldEntries(
    connection,
    found.rows.map(({ entryNo }) => entryNo),
  )
  const proven = found.rows.filter((vote) => isProvenVote(keys, vote, entries.get(vote.entryNo)))
  return [...new Set(proven.map(({ operatorId }) => operatorId))]
}

/** The columns of a vote; as floats, numbers come as such over connections without types of ours too. */
export const voteColumns = `entry_no::float8 as "entryNo", kind, subject_id::float8 as "subjectId",
  decision, operator_id::float8 as "operatorId", shown_hash as "shownHash", mac`

/** Whether a vote's proof fits it and its entry in the record. */
export function isProvenVote(keys: Keys, vote: KeptVote, entry: HeldEntry | undefined): boolean {
  if (entry === undefined || entry.operatorId !== vote.operatorId) return false
  const right = macOfVote(keys, vote, entry.hash)
  return vote.mac.length === right.length && timingSafeEqual(vote.mac, right)
}

function macOfVote(keys: Keys, vote: Omit<KeptVote, 'mac'>, entryHash: Buffer): Buffer {
  const text = JSON.stringify([
    version,
    vote.entryNo,
    entryHash.toString('hex'),
    vote.kind,
    vote.subjectId,
    vote.decision,
    vote.operatorId,
    vote.shownHash.toString('hex'),
  ])
  return createHmac('sha256', keys('operator-vote')).update(text).digest()
}

function hashOfShown(shown: readonly unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(shown)).digest()
}
