/**
 * Votes of operators without a passkey: a fresh authenticator code for each vote, which uses it up (H-2). A
 * code is weaker than a passkey, because a person who reads a valid code may use it for another vote. A demo
 * person has no authenticator app: the simulation shows a code that is made for this one vote.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Transaction } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { acceptedStep, releaseCodeAttempt } from '../../accounts/index.ts'
import type { VotePass } from '../operator.ts'
import type { PasskeyVote } from './signing.ts'

/** A vote, with the hash of what was shown. */
export type CodedVote = PasskeyVote & { readonly shownHash: Buffer }

const stepMs = 30_000
const codeDigits = 6

/**
 * Uses a code for a vote. Refuses `desk.code_needed` if none was sent (with the code, for a demo person), and
 * `desk.code_wrong`.
 *
 * @returns the id of the code for the row of the vote; null if no codes are required
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

/** The entry of the operator's latest vote about the same subject: a repetition is another vote. */
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

/** The shown code is valid for its half minute and the next one, for this vote alone. */
function useShown(keys: Keys, vote: PasskeyVote, digits: string | null): string {
  const now = Math.floor(Date.now() / stepMs)
  const step = [now, now - 1].find(
    (one) => digits !== null && isSame(digits, shownAt(keys, vote, one)),
  )
  if (step === undefined) throw new Refusal('desk.code_needed', { code: shownAt(keys, vote, now) })
  const about = createHash('sha256').update(JSON.stringify(vote.signed)).digest('hex').slice(0, 16)
  return `shown ${step} ${about}`
}

function shownAt(keys: Keys, { operatorId, signed }: PasskeyVote, step: number): string {
  const text = JSON.stringify(['shown code', operatorId, step, signed])
  const created = createHmac('sha256', keys('operator-vote')).update(text).digest()
  return String(created.readUIntBE(0, codeDigits) % 10 ** codeDigits).padStart(codeDigits, '0')
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
