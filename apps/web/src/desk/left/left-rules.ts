/** What may be done about a decision that was sent as the console was left, and what it is told as. */
import { isRecord, type JsonRecord } from '../../api/json.ts'
import type { SentCall, SentDecision } from './left-store.ts'

/** What a decision that was left is told as. */
export type LeftEnd = 'done' | 'over' | 'failed' | 'unknown'

/** Sent again so late at most: by then the case is another one. */
const againMs = 15 * 60_000

/**
 * Whether it may be sent again: a case that was decided meanwhile refuses that. What can be turned both ways, as a lock,
 * would be turned against whoever turned it back.
 */
export function maySendAgain({ sent, atMs }: SentDecision, nowMs: number): boolean {
  return sent.path.endsWith('/decide') && nowMs - atMs < againMs
}

/** Where its case is read; null where none is read alone. */
export function findCasePath({ path }: SentCall): string | null {
  const at = path.replace(/\/decide$/, '')
  return at.startsWith('operators/') ? null : at
}

/** Whether a case as it is now takes the decision no more: by what was sent while leaving, mostly. */
export function isOver({ body }: SentCall, shown: JsonRecord): boolean {
  const { data } = shown
  const can = isRecord(data) ? data['can'] : undefined
  const decision = isRecord(body) ? body['decision'] : undefined
  return Array.isArray(can) && !can.includes(decision)
}

/** Refusals that say that it was done, by him or by somebody else. */
const overCodes: readonly string[] = ['desk.already_decided', 'desk.same_operator']

/** The end of one that was sent again, by what the exchange answered; null: it is not known yet, and asked about later. */
export function toEnd(
  answer:
    | { readonly ok: true }
    | { readonly ok: false; readonly kind: string; readonly code: string },
): LeftEnd | null {
  if (answer.ok) return 'done'
  if (answer.kind !== 'refused') return answer.kind === 'role' ? 'failed' : null
  return overCodes.includes(answer.code) ? 'over' : 'failed'
}
