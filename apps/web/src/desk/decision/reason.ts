/** Whether the reason of a decision is sufficient, by the exchange's rules. */
import { deskReasonLengthMin, hasNeededReason } from '@tukar/wire'

/** A plain approval needs no reason; a given reason must have the minimum length. */
export function isReasonMissing(decision: string, text: string): boolean {
  const reason = text.trim()
  if (reason === '') return !hasNeededReason({ decision, reason })
  return reason.length < deskReasonLengthMin
}
