/**
 * Codes by which operators without a passkey vote: a fresh one of the own authenticator for each vote, which is used up
 * by it (H-2). They are weaker than a passkey, as whoever reads a code while it is good may use it for another vote.
 * A demo person, who is many people, has no authenticator: the simulation shows the code, made for this one vote.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Transaction } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { acceptedStep, releaseCodeAttempt } from '../../accounts/index.ts'
import type { VotePass } from '../operator.ts'
import type { SignedVote } from './signing.ts'

/** A vote, with the hash of what was shown. */
export type CodedVote = SignedVote & { readonly shownHash: Buffer }

const stepMs = 30_000
const codeDigits = 6

/**
 * Uses up a code for a vote. Refuses `desk.code_needed` where none came with it, for a demo person with the code, and
 * `desk.code_wrong`.
 *
 * @returns which code it was, as the vote keeps it; null where no codes are wanted
 */
export async function codeFor(
  transaction: Transaction,
  keys: Keys,
  vote: CodedVote,
  { code, isDemo, rules }: VotePass,
): Promise<string | null> {
  if (!rules.isCodeNeeded) return null
  if (isDemo) {
    const last = await lastAlike(transaction, vote)
    return useShown(keys, { ...vote, signed: [...vote.signed, last] }, code?.digits ?? null)
  }
  if (code === null) throw new Refusal('desk.code_needed')
  const use = { userId: vote.operatorId, code: code.digits, isActive: true }
  const step = await acceptedStep({ keys }, transaction, use)
  if (step === null) throw new Refusal('desk.code_wrong')
  await releaseCodeAttempt(transaction, keys, code.codeTry)
  return `authenticator ${step}`
}

/** The entry of the latest vote of the same operator about the same: the same once more is another vote. */
async function lastAlike(
  transaction: Transaction,
  { operatorId, shownHash }: CodedVote,
): Promise<number> {
  const found = await transaction.query<{ last: number }>(
    `select coalesce(max(entry_no), 0)::float8 as last from desk.vote
     where operator_id = $1 and shown_hash = $2`,
    [operatorId, shownHash],
  )
  return found.rows[0]?.last ?? 0
}

/** The code that is shown now is good for its half minute and the next one, for this vote alone. */
function useShown(keys: Keys, vote: SignedVote, digits: string | null): string {
  const now = Math.floor(Date.now() / stepMs)
  const step = [now, now - 1].find(
    (one) => digits !== null && isSame(digits, shownAt(keys, vote, one)),
  )
  if (step === undefined) throw new Refusal('desk.code_needed', { code: shownAt(keys, vote, now) })
  const about = createHash('sha256').update(JSON.stringify(vote.signed)).digest('hex').slice(0, 16)
  return `shown ${step} ${about}`
}

function shownAt(keys: Keys, { operatorId, signed }: SignedVote, step: number): string {
  const text = JSON.stringify(['shown code', operatorId, step, signed])
  const made = createHmac('sha256', keys('operator-vote')).update(text).digest()
  return String(made.readUIntBE(0, codeDigits) % 10 ** codeDigits).padStart(codeDigits, '0')
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
