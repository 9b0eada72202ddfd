/**
 * Votes: decisions of an operator about what was shown (INV-22). Each vote has an audit entry, and a proof
 * over the entry's hash under a key that the database does not have. A row alone is only a claim: a vote
 * counts if proof and entry match. A vote is created here alone, for an operator whom the console admitted.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedVote } from '../../adapters/signer/index.ts'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { type AuditEntry, record } from './audit.ts'
import { type ChainHead, type HeldEntry, heldEntries } from './audit-chain.ts'
import type { VotePass } from './operator.ts'
import { codeFor } from './passkeys/codes.ts'
import { type Assertion, isSigned, signatureFor } from './passkeys/signing.ts'

type Connection = Pick<Database, 'query'>

/** The subjects of votes, each with the audit actions of its votes. */
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

/** The content of a vote. */
export type Ballot = {
  readonly kind: VoteKind
  readonly subjectId: number
  readonly decision: string
  /** Everything that the decision depends on, as JSON values: a vote about anything else is another vote. */
  readonly shown: readonly unknown[]
}

export type Cast = Ballot & {
  readonly entry: AuditEntry & {
    readonly operatorId: number
    readonly action: (typeof voteActions)[VoteKind][number]
  }
}

const version = 'tukar operator vote 1'

/** A stored vote. */
export type StoredVote = {
  readonly entryNo: number
  readonly kind: string
  readonly subjectId: number
  readonly decision: string
  readonly operatorId: number
  readonly shownHash: Buffer
  readonly mac: Buffer
  /** The text of the passkey assertion; null: a vote without a passkey. */
  readonly assertion: string | null
  /** The hash of what was shown; null: an early vote without one. */
  readonly shown: string | null
  /** The id of the code that the vote used; null if a passkey signed it, and in early votes. */
  readonly codeUse: string | null
}

/**
 * Stores an operator's vote with its audit entry, in the caller's transaction. The audit entry holds a lock,
 * so call it last. Refuses `desk.passkey_missing`, `desk.passkey_needed` and `desk.passkey_wrong`, and for an
 * operator without a passkey `desk.code_needed` and `desk.code_wrong`.
 *
 * @returns the number and hash of the entry
 */
export async function castVote(
  transaction: Transaction,
  keys: Keys,
  { entry, ...ballot }: Cast,
  pass: VotePass,
): Promise<ChainHead> {
  const { operatorId } = entry
  const shown = JSON.stringify(ballot.shown)
  const shownHash = hashOf(shown)
  const signed = signedOf(ballot.kind, ballot.decision, ballot.subjectId, shownHash)
  const assertion = await signatureFor(transaction, keys, { operatorId, signed }, pass)
  const codeUse =
    assertion === null
      ? await codeFor(transaction, keys, { operatorId, signed, shownHash }, pass)
      : null
  const recorded = await record(transaction, entry)
  const vote = {
    entryNo: recorded.no,
    kind: ballot.kind,
    subjectId: ballot.subjectId,
    decision: ballot.decision,
    operatorId,
    shownHash,
    assertion: assertion === null ? null : JSON.stringify(assertion),
    shown,
    codeUse,
  }
  const kept = await transaction.query(
    `insert into desk.vote (entry_no, kind, subject_id, decision, operator_id, shown_hash, assertion,
       shown, code_use, mac)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    [...Object.values(vote), macOfVote(keys, vote, recorded.hash)],
  )
  // A signature or code for one vote is not accepted for another.
  if (kept.rowCount !== 1) {
    throw new Refusal(assertion === null ? 'desk.code_wrong' : 'desk.passkey_wrong')
  }
  return recorded
}

/** The operators who voted this way about exactly this, each once: proofs and audit entries match. */
export async function provenVoters(
  connection: Connection,
  keys: Keys,
  ballot: Ballot,
): Promise<readonly number[]> {
  const votes = await provenVotes(connection, keys, ballot)
  return [...new Set(votes.map(({ operatorId }) => operatorId))]
}

/**
 * The newest passkey-signed vote of each operator, with the data to verify it by the public keys alone; at
 * most `most` operators, the latest voters first.
 */
export async function signedVotes(
  connection: Connection,
  keys: Keys,
  ballot: Ballot,
  most: number,
): Promise<readonly SignedVote[]> {
  const votes = await provenVotes(connection, keys, ballot)
  const newest = new Map<number, SignedVote>()
  for (const {
    operatorId,
    kind,
    decision,
    subjectId,
    shown,
    assertion: text,
  } of votes.toReversed()) {
    if (text === null || shown === null || newest.has(operatorId)) continue
    // The proof covers this text.
    const { nonce, response }: Assertion = JSON.parse(text)
    const { authenticatorData, clientDataJSON, signature } = response.response
    const assertion = { id: response.id, authenticatorData, clientDataJSON, signature }
    newest.set(operatorId, { kind, decision, subject: subjectId, shown, nonce, assertion })
  }
  return [...newest.values()].slice(0, most)
}

async function provenVotes(
  connection: Connection,
  keys: Keys,
  { kind, subjectId, decision, shown }: Ballot,
): Promise<readonly StoredVote[]> {
  const found = await connection.query<StoredVote>(
    `select ${voteColumns} from desk.vote
     where kind = $1 and subject_id = $2 and decision = $3 and shown_hash = $4 order by entry_no`,
    [kind, subjectId, decision, hashOf(JSON.stringify(shown))],
  )
  const entries = await heldEntries(
    connection,
    found.rows.map(({ entryNo }) => entryNo),
  )
  const proven: StoredVote[] = []
  for (const vote of found.rows) {
    const isProven = await isProvenVote(connection, keys, vote, entries.get(vote.entryNo))
    if (isProven) proven.push(vote)
  }
  return proven
}

/** The columns of a vote. Floats arrive as numbers on connections without our type parsers too. */
export const voteColumns = `entry_no::float8 as "entryNo", kind, subject_id::float8 as "subjectId",
  decision, operator_id::float8 as "operatorId", shown_hash as "shownHash", assertion::text as assertion,
  shown, code_use as "codeUse", mac`

/** Whether the proof, the audit entry and the passkey's signature of a vote match. */
export async function isProvenVote(
  connection: Connection,
  keys: Keys,
  vote: StoredVote,
  entry: HeldEntry | undefined,
): Promise<boolean> {
  if (entry === undefined || entry.operatorId !== vote.operatorId) return false
  const right = macOfVote(keys, vote, entry.hash)
  if (vote.mac.length !== right.length || !timingSafeEqual(vote.mac, right)) return false
  if (vote.shown !== null && !hashOf(vote.shown).equals(vote.shownHash)) return false
  if (vote.assertion === null) return true
  const { operatorId, kind, decision, subjectId, shownHash } = vote
  const signed = signedOf(kind, decision, subjectId, shownHash)
  // The proof covers this text, which was verified when the vote was cast.
  const assertion: Assertion = JSON.parse(vote.assertion)
  return isSigned(connection, keys, { operatorId, signed }, assertion)
}

/** The content that a passkey signs. A proposal has no number before it is stored. */
function signedOf(
  kind: string,
  decision: string,
  subjectId: number,
  shownHash: Buffer,
): readonly unknown[] {
  const subject = decision === 'propose' ? 0 : subjectId
  return ['vote', kind, decision, subject, shownHash.toString('hex')]
}

function macOfVote(keys: Keys, vote: Omit<StoredVote, 'mac'>, entryHash: Buffer): Buffer {
  const text = JSON.stringify([
    version,
    vote.entryNo,
    entryHash.toString('hex'),
    vote.kind,
    vote.subjectId,
    vote.decision,
    vote.operatorId,
    vote.shownHash.toString('hex'),
    vote.assertion,
    // Early votes have none.
    ...(vote.codeUse === null ? [] : [vote.codeUse]),
  ])
  return createHmac('sha256', keys('operator-vote')).update(text).digest()
}

function hashOf(shown: string): Buffer {
  return createHash('sha256').update(shown).digest()
}
