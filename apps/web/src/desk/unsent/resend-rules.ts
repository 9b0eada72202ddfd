/**
 * The rules for decisions that were sent while the console closed: whether to send them again, and their
 * outcome.
 */
import { isRecord, type JsonRecord } from '../../api/json.ts'
import type { SentCall, SentDecision } from './decision-store.ts'

/** The reported outcome of such a decision. */
export type DecisionOutcome = 'done' | 'over' | 'failed' | 'unknown'

/** The latest time to send a decision again; after it the case may have changed. */
const resendMsMax = 15 * 60_000

/**
 * Whether a decision may be sent again: a case that was decided since refuses it. A reversible switch, such
 * as a lock, is not sent again, because it could undo a later change.
 */
export function maySendAgain({ sent, atMs }: SentDecision, nowMs: number): boolean {
  return sent.path.endsWith('/decide') && nowMs - atMs < resendMsMax
}

/** The path of its case; null if it has none. */
export function findCasePath({ path }: SentCall): string | null {
  const at = path.replace(/\/decide$/, '')
  return at.startsWith('operators/') ? null : at
}

/** Whether the case no longer accepts the decision, mostly because the first call succeeded. */
export function isAlreadyDecided({ body }: SentCall, shown: JsonRecord): boolean {
  const { data } = shown
  const can = isRecord(data) ? data['can'] : undefined
  const decision = isRecord(body) ? body['decision'] : undefined
  return Array.isArray(can) && !can.includes(decision)
}

/** Refusals that mean that the decision was already made. */
const decidedCodes: readonly string[] = ['desk.already_decided', 'desk.same_operator']

/** The outcome of a repeated decision; null while it is unknown, and it is retried later. */
export function toOutcome(
  answer:
    | { readonly ok: true }
    | { readonly ok: false; readonly kind: string; readonly code: string },
): DecisionOutcome | null {
  if (answer.ok) return 'done'
  if (answer.kind !== 'refused') return answer.kind === 'role' ? 'failed' : null
  return decidedCodes.includes(answer.code) ? 'over' : 'failed'
}
